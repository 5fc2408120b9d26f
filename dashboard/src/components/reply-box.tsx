import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { isRefusal } from '../api/errors.ts'
import type { Data } from '../api/operations.ts'
import { newIdempotencyKey } from '../hooks/new-key.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { Failure } from './failure.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import styles from './led-conversation.module.css'
import { When } from './when.tsx'

/** WhatsApp takes no longer text. */
const charactersMax = 4_096

/**
 * Writes to the customer of a WhatsApp chat that a person leads. A draft keeps its key until its outcome is known, so
 * that it is sent once. It stays while the agent leads the chat again, and is not lost by leaving the page without a question.
 */
export function ReplyBox({ led, isShown }: { led: Data<'getConversationMode'>; isShown: boolean }) {
  const { inbox: texts } = useMessages('inbox')
  const { ids, place, role, zone } = usePlace()
  const roleReason = useRoleReason(role, 'editor')
  const queries = useQueryClient()
  const toast = useToast()
  const [text, setText] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const sending = useMutation<Data<'replyToChat'>, Error, { isRepeat: boolean }>({
    mutationFn: () =>
      call(
        'replyToChat',
        { ...ids, conversation_id: led.conversation_id, body: { text: text.trim() } },
        { idempotencyKey: key },
      ),
    onSuccess: async ({ status }) => {
      setText('')
      setKey(newIdempotencyKey())
      if (!isUnsure(status) && status !== 'failed') toast({ status: 'done', text: texts.sent })
      await queries.invalidateQueries()
    },
    onError: (error, { isRepeat }) => {
      // A refusal is final: the next press is another send. After anything else the outcome of this one is open.
      if (isRefusal(error, isRepeat)) setKey(newIdempotencyKey())
      void queries.invalidateQueries()
    },
  })
  const guard = useLeaveGuard(text.trim() !== '' && !sending.isPending)
  const leaving = <LeaveDialog guard={guard}>{texts.leaveBody}</LeaveDialog>
  if (!isShown) return leaving
  if (led.channel_type !== 'whatsapp') return <p>{texts.otherChannel}</p>
  if (led.is_window_open === false && !sending.isError)
    return (
      <>
        <p>
          {led.window_closes_at === null
            ? texts.neverWrote
            : texts.windowClosed(<When at={led.window_closes_at} zone={zone} />)}
        </p>
        {leaving}
      </>
    )
  const outcome = sending.data?.status
  const isOpen = sending.isError && !isRefusal(sending.error, sending.variables.isRepeat)
  const reason = roleReason ?? (text.trim() === '' ? texts.writeFirst : null)
  return (
    <Form
      className={styles.reply}
      isPending={sending.isPending}
      onSubmit={() => {
        if (reason === null) sending.mutate({ isRepeat: isOpen })
      }}
    >
      <TextArea
        label={texts.answer}
        value={text}
        maxLength={charactersMax}
        readOnly={isOpen || sending.isPending || roleReason !== null}
        onChange={(event) => setText(event.target.value)}
      />
      {sending.isError && <Failure error={sending.error} />}
      {isOpen && <p role="status">{texts.notKnown}</p>}
      {(outcome === 'failed' || isUnsure(outcome)) && (
        <p role="status">
          {outcome === 'failed' ? texts.failed : texts.notKnownYet}{' '}
          <Link href={paths.message(place, sending.data!.message_id)}>{texts.toMessage}</Link>
        </p>
      )}
      <Button kind="main" type="submit" reason={reason} isPending={sending.isPending}>
        {isOpen ? texts.askAgain : texts.send}
      </Button>
      {leaving}
    </Form>
  )
}

/** Whether it is not known yet if WhatsApp has the message. */
function isUnsure(status: string | undefined): boolean {
  return status === 'processing' || status === 'unresolved'
}
