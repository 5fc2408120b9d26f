import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

interface TicketDialogProps {
  title: string
  action: string
  /** Said once it is done. */
  done: string
  isTyped: boolean
  send: () => Promise<unknown>
  onClose: () => void
  children: (faultOf: (path: string) => string | undefined) => ReactNode
}

/** The dialog of both forms: sends, says a refusal, and brings the lists up to date. */
function TicketDialog({ title, action, done, isTyped, send, onClose, children }: TicketDialogProps) {
  const queries = useQueryClient()
  const toast = useToast()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast({ status: 'done', text: done })
      onClose()
      await queries.invalidateQueries()
    },
  })
  const faults = sending.isError ? asApiError(sending.error).faults : []
  return (
    <TypedDialog
      title={title}
      isOpen
      isTyped={isTyped}
      onClose={onClose}
      isPending={sending.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" type="submit" form="ticket" isPending={sending.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id="ticket"
        className={styles.fields}
        isPending={sending.isPending}
        onSubmit={() => sending.mutate()}
      >
        {children((path) => faultAt(faults, path))}
      </Form>
      {sending.isError && faults.length === 0 && <Failure error={sending.error} />}
    </TypedDialog>
  )
}

/** Opens a ticket about a person, and perhaps one conversation. */
export function OpenTicket({
  personId,
  conversationId,
  who,
  onClose,
}: {
  personId?: string | undefined
  conversationId?: string | undefined
  who: string
  onClose: () => void
}) {
  const { tickets: texts } = useMessages('tickets')
  const { ids } = usePlace()
  const [subject, setSubject] = useState('')
  const about = {
    ...(personId !== undefined && { customer_profile_id: personId }),
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  }
  return (
    <TicketDialog
      title={texts.newTitle(who)}
      action={texts.openAction}
      done={texts.opened}
      isTyped={subject !== ''}
      send={() => call('openTicket', { ...ids, body: { subject, ...about } })}
      onClose={onClose}
    >
      {(faultOf) => (
        <TextField
          label={texts.subject}
          width="full"
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
          fault={faultOf('subject')}
        />
      )}
    </TicketDialog>
  )
}

/** Closes a ticket with a note. */
export function CloseTicket({
  ticket,
  onClose,
}: {
  ticket: { _id: string; subject: string | null }
  onClose: () => void
}) {
  const { tickets: texts } = useMessages('tickets')
  const { ids } = usePlace()
  const [note, setNote] = useState('')
  const body = note.trim() === '' ? {} : { note }
  return (
    <TicketDialog
      title={texts.closeTitle}
      action={texts.closeAction}
      done={texts.closed}
      isTyped={note !== ''}
      send={() => call('closeTicket', { ...ids, ticket_id: ticket._id, body })}
      onClose={onClose}
    >
      {(faultOf) => (
        <>
          <p>
            <bdi>{ticket.subject ?? texts.noSubject}</bdi>
          </p>
          <TextArea
            label={texts.note}
            hint={texts.noteHint}
            optional
            value={note}
            onChange={({ target }) => setNote(target.value)}
            fault={faultOf('note')}
          />
        </>
      )}
    </TicketDialog>
  )
}
