import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { faultAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { Failure } from './failure.tsx'
import { TypedDialog } from './typed-dialog.tsx'

/** Asks what happened to a message whose outcome is not known, and how that is known. */
export function SettleMessage({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { message: texts } = useMessages('message')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [as, setAs] = useState<'sent' | 'failed'>('sent')
  const [why, setWhy] = useState('')
  const settling = useMutation({
    mutationFn: () => call('settleMessage', { ...ids, message_id: messageId, body: { as, why } }),
    onSuccess: async () => {
      onClose()
      toast({ status: 'done', text: texts.settled })
      await queries.invalidateQueries()
    },
  })
  const error = settling.isError ? asApiError(settling.error) : null
  return (
    <TypedDialog
      title={texts.settleTitle}
      isOpen
      isTyped={why !== ''}
      isAlert
      onClose={onClose}
      isPending={settling.isPending}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" type="submit" form="settle" isPending={settling.isPending}>
            {texts.settleAction}
          </Button>
        </>
      }
    >
      <p>{texts.settleBody}</p>
      <Form id="settle" isPending={settling.isPending} onSubmit={() => settling.mutate()}>
        <Select
          label={texts.settleAs}
          value={as}
          onChange={({ target }) => setAs(target.value === 'failed' ? 'failed' : 'sent')}
          choices={[
            { value: 'sent', label: texts.settleSent },
            { value: 'failed', label: texts.settleFailed },
          ]}
        />
        <TextArea
          label={texts.settleWhy}
          hint={texts.settleWhyHint}
          required
          maxLength={1_000}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
          fault={faultAt(error?.faults ?? [], 'why')}
        />
      </Form>
      {error !== null && error.faults.length === 0 && <Failure error={error} />}
    </TypedDialog>
  )
}
