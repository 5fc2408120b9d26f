import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { formatPhone } from '../format/phone.ts'
import { faultAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './form.module.css'

/** Bars every WhatsApp message to a person, with a reason. */
export function AddOptOut({ onClose, number: given = '' }: { onClose: () => void; number?: string }) {
  const { optOuts: texts } = useMessages('optOuts')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [number, setNumber] = useState(given)
  const [reason, setReason] = useState('')
  const add = useMutation({
    mutationFn: () => call('createOptOut', { ...ids, body: { number, reason } }),
    onSuccess: (done) => {
      const who = <bdi dir="ltr">{formatPhone(done.number)}</bdi>
      toast({ status: 'done', text: done.changed ? texts.added(who) : texts.wasOut(who) })
      onClose()
      void queries.invalidateQueries()
    },
  })
  const faults = add.error === null ? [] : asApiError(add.error).faults
  return (
    <TypedDialog
      title={texts.addTitle}
      isOpen
      isTyped={number !== given || reason !== ''}
      onClose={onClose}
      isPending={add.isPending}
      isAlert={number !== '' || reason !== ''}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={add.isPending}
            reason={number.trim() === '' || reason.trim() === '' ? texts.needsBoth : null}
            onPress={() => add.mutate()}
          >
            {texts.addNow}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.addLead}</p>
        <TextField
          label={texts.number}
          hint={texts.numberHint}
          dir="ltr"
          autoFocus
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          fault={faultAt(faults, 'number')}
        />
        <TextArea
          label={texts.why}
          hint={texts.whyHint}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          fault={faultAt(faults, 'reason')}
        />
        {add.error !== null && faults.length === 0 && <Failure error={add.error} />}
      </div>
    </TypedDialog>
  )
}

interface EndOptOutProps {
  number: string
  /** Whether the person wrote STOP. */
  isOwn: boolean
  onClose: () => void
}

/** Allows messages to a person again, with a reason. */
export function EndOptOut({ number, isOwn, onClose }: EndOptOutProps) {
  const { optOuts: texts } = useMessages('optOuts')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const who = <bdi dir="ltr">{formatPhone(number)}</bdi>
  const end = useMutation({
    mutationFn: (reason: string) => call('endOptOut', { ...ids, number, body: { reason } }),
    onSuccess: (done) => {
      toast({ status: 'done', text: done.changed ? texts.ended(who) : texts.wasNotOut(who) })
      onClose()
      void queries.invalidateQueries()
    },
  })
  return (
    <ReasonDialog
      title={texts.endTitle}
      lead={
        <>
          <p>{texts.endLead(who)}</p>
          {isOwn && <p>{texts.endStop}</p>}
        </>
      }
      label={texts.why}
      hint={texts.whyHint}
      needsReason={texts.needsReason}
      action={texts.endNow}
      isPending={end.isPending}
      error={end.error}
      onAct={end.mutate}
      onClose={onClose}
    />
  )
}
