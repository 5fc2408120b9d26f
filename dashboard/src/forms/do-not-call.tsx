import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { formatPhone } from '../format/phone.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './form.module.css'

/** Adds numbers that nobody of the organization may call. */
export function AddDoNotCall({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { doNotCall: texts } = useMessages('doNotCall')
  const queries = useQueryClient()
  const toast = useToast()
  const { number } = useFormats('UTC')
  const [text, setText] = useState('')
  const [why, setWhy] = useState('')
  const numbers = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const add = useMutation({
    mutationFn: () =>
      call('addDoNotCall', {
        organization_id: organizationId,
        body: { numbers, ...(why.trim() !== '' && { why: why.trim() }) },
      }),
    onSuccess: (done) => {
      toast({
        status: 'done',
        text: texts.added(number(done.added), number(done.calls_canceled)),
      })
      onClose()
      void queries.invalidateQueries()
    },
  })
  return (
    <TypedDialog
      title={texts.addTitle}
      isOpen
      isTyped={text !== '' || why !== ''}
      onClose={onClose}
      isPending={add.isPending}
      isAlert={text !== '' || why !== ''}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={add.isPending}
            reason={numbers.length === 0 ? texts.needsNumbers : null}
            onPress={() => add.mutate()}
          >
            {texts.addNow}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.addLead}</p>
        <TextArea
          label={texts.numbers}
          hint={texts.numbersHint}
          dir="ltr"
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <TextArea
          label={texts.why}
          hint={texts.whyHint}
          maxLength={1000}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        {add.error !== null && <Failure error={asApiError(add.error)} />}
      </div>
    </TypedDialog>
  )
}

interface EndDoNotCallProps {
  organizationId: string
  number: string
  onClose: () => void
}

/** Lets a number be called again, with a reason. */
export function EndDoNotCall({ organizationId, number, onClose }: EndDoNotCallProps) {
  const { doNotCall: texts } = useMessages('doNotCall')
  const queries = useQueryClient()
  const toast = useToast()
  const shown = <bdi dir="ltr">{formatPhone(number)}</bdi>
  const end = useMutation({
    mutationFn: (why: string) =>
      call('endDoNotCall', { organization_id: organizationId, number, body: { why } }),
    onSuccess: () => {
      toast({ status: 'done', text: texts.endedToast(shown) })
      onClose()
      void queries.invalidateQueries()
    },
  })
  return (
    <ReasonDialog
      title={texts.endTitle}
      lead={<p>{texts.endLead(shown)}</p>}
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
