import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import type { ApiKey } from './api-key.tsx'
import styles from './form.module.css'

const fields = ['requests_per_second', 'burst', 'writes_per_second', 'write_burst'] as const

/** The fields of a rate as they are typed; null: empty. A burst that is empty has five seconds of requests. */
export type TypedRate = Record<(typeof fields)[number], number | null> | 'none'

/** The rate that a new key has. */
export const usualRate: TypedRate = {
  requests_per_second: 20,
  burst: 100,
  writes_per_second: 10,
  write_burst: 50,
}

/** Returns the rate as the API takes it, without the fields that are empty. */
export function rateToSend(rate: TypedRate): 'none' | Record<string, number> {
  if (rate === 'none') return rate
  return Object.fromEntries(
    Object.entries(rate).filter((entry): entry is [string, number] => entry[1] !== null),
  )
}

interface RateFieldsProps {
  rate: TypedRate
  onChange: (rate: TypedRate) => void
  faults: Parameters<typeof faultAt>[0]
}

/** How many requests a key may make. */
export function RateFields({ rate, onChange, faults }: RateFieldsProps) {
  const { keys: texts } = useMessages('keys')
  // Ticked again, the box brings back what it hid.
  const last = useRef(usualRate)
  return (
    <>
      <Checkbox
        label={texts.limited}
        hint={texts.limitedHint}
        checked={rate !== 'none'}
        onChange={({ target }) => {
          if (rate !== 'none') last.current = rate
          onChange(target.checked ? last.current : 'none')
        }}
      />
      {rate !== 'none' &&
        fields.map((field) => (
          // Not a `NumberField`: with it, this page would share so much with the forms of records that others load
          // more.
          <TextField
            key={field}
            label={texts.rateFields[field]}
            optional={field === 'burst' || field === 'write_burst'}
            width="short"
            inputMode="numeric"
            dir="ltr"
            value={rate[field] ?? ''}
            onChange={({ target: { value } }) => {
              if (/^\d{0,6}$/.test(value)) onChange({ ...rate, [field]: value === '' ? null : Number(value) })
            }}
            fault={faultAt(faults, `rate.${field}`)}
          />
        ))}
    </>
  )
}

/** Changes how many requests a key may make. */
export function LimitApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys: texts, common } = useMessages('keys')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [rate, setRate] = useState<TypedRate>(apiKey.rate)
  const changing = useMutation({
    mutationFn: () =>
      call('updateApiKey', { ...ids, api_key_id: apiKey._id, body: { rate: rateToSend(rate) } }),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.limitChanged(<bdi>{apiKey.name}</bdi>) })
      onClose()
      await queries.invalidateQueries({ queryKey: ['listApiKeys'] })
    },
  })
  const error = changing.isError ? asApiError(changing.error) : null
  const faults = error?.faults ?? []
  return (
    <Dialog
      title={texts.limitTitle(apiKey.name)}
      isOpen
      onClose={onClose}
      isPending={changing.isPending}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" type="submit" form="key-rate" isPending={changing.isPending}>
            {common.save}
          </Button>
        </>
      }
    >
      <Form
        id="key-rate"
        className={styles.fields}
        isPending={changing.isPending}
        onSubmit={() => changing.mutate()}
      >
        <RateFields rate={rate} onChange={setRate} faults={faults} />
        {error !== null && faults.length === 0 && <Failure error={error} />}
      </Form>
    </Dialog>
  )
}
