import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../api/errors.ts'
import { call } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { usePlace } from '../hooks/use-place.ts'
import { faultAt } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

export interface OptOutProps {
  personId: string
  who: string
  /** Whether the person is opted out now, and so is to be opted in again. */
  isOut: boolean
  onClose: () => void
}

/** Opts a person out, or in again, with a reason. */
export function OptOut({ personId, who, isOut, onClose }: OptOutProps) {
  const { peopleCalled: texts, common } = useMessages()
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [why, setWhy] = useState('')
  const changing = useMutation({
    mutationFn: () =>
      call(isOut ? 'optPersonIn' : 'optPersonOut', { ...ids, customer_profile_id: personId, body: { why } }),
    onSuccess: async () => {
      toast({ status: 'done', text: isOut ? texts.optedIn : texts.optedOut })
      onClose()
      await queries.invalidateQueries()
    },
  })
  const faults = changing.isError ? asApiError(changing.error).faults : []
  return (
    <Dialog
      title={isOut ? texts.optInTitle(who) : texts.optOutTitle(who)}
      isOpen
      onClose={onClose}
      isAlert
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" form="opt-out" isPending={changing.isPending}>
            {isOut ? texts.optInAction : texts.optOutAction}
          </Button>
        </>
      }
    >
      <p>{isOut ? texts.optInBody : texts.optOutBody}</p>
      <form
        id="opt-out"
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          changing.mutate()
        }}
      >
        <TextField
          label={texts.why}
          hint={texts.whyHint}
          width="full"
          value={why}
          onChange={({ target }) => setWhy(target.value)}
          fault={faultAt(faults, 'why')}
        />
      </form>
      {changing.isError && faults.length === 0 && <Failure error={changing.error} />}
    </Dialog>
  )
}
