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
import { When } from './when.tsx'
import styles from './led-conversation.module.css'

/** WhatsApp takes no longer text. */
const charactersMax = 4_096

/**
 * The answer of a person to a WhatsApp chat. A draft keeps its key until its outcome is known, so that it is sent once.
 * Keep it above the box that shows it, so that it outlives the box.
 */
export function useReply(conversationId: string) {
  const { inbox: texts } = useMessages('inbox')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const [text, setText] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const sending = useMutation<Data<'replyToChat'>, Error, { isRepeat: boolean }>({
    mutationFn: () =>
      call(
        'replyToChat',
        { ...ids, conversation_id: conversationId, body: { text: text.trim() } },
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
  const isOpen = sending.isError && !isRefusal(sending.error, sending.variables.isRepeat)
  return { text, setText, sending, isOpen, send: () => sending.mutate({ isRepeat: isOpen }) }
}

export interface ReplyBoxProps {
  led: Data<'getConversationMode'>
  reply: ReturnType<typeof useReply>
  isShown: boolean
  /** Nothing can be sent any more; what was typed can be read and copied. */
  isEnded: boolean
}

/**
 * Writes to the customer of a WhatsApp chat that a person leads. A draft is not lost by leaving the page without a
 * question.
 */
export function ReplyBox({ led, reply, isShown, isEnded }: ReplyBoxProps) {
  const { inbox: texts } = useMessages('inbox')
  const { place, role, zone } = usePlace()
  const roleReason = useRoleReason(role, 'editor')
  const { text, setText, sending, isOpen, send } = reply
  const guard = useLeaveGuard(text.trim() !== '')
  const unsent = sending.isPending ? texts.leaveSending : texts.leaveBody
  const leaving = <LeaveDialog guard={guard}>{isOpen ? texts.notKnown : unsent}</LeaveDialog>
  if (!isShown) return leaving
  if (led.channel_type !== 'whatsapp') return <p>{texts.otherChannel}</p>
  const isClosed = led.is_window_open === false && !sending.isError && !isEnded
  const closed =
    led.window_closes_at === null
      ? texts.neverWrote
      : texts.windowClosed(<When at={led.window_closes_at} zone={zone} />)
  if (isClosed && text.trim() === '')
    return (
      <>
        <p>{closed}</p>
        {leaving}
      </>
    )
  const outcome = sending.data?.status
  const reason = roleReason ?? (text.trim() === '' ? texts.writeFirst : null)
  // Asking again sends nothing new, so it goes on.
  const canSend = (!isEnded && !isClosed) || isOpen || sending.isPending
  return (
    <Form
      className={styles.reply}
      isPending={sending.isPending}
      onSubmit={() => {
        if (reason === null && canSend) send()
      }}
    >
      <TextArea
        label={texts.answer}
        value={text}
        maxLength={charactersMax}
        readOnly={isEnded || isClosed || isOpen || sending.isPending || roleReason !== null}
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
      {isEnded && <p role="status">{texts.ended}</p>}
      {isClosed && <p role="status">{closed}</p>}
      {canSend && (
        <Button kind="main" type="submit" reason={reason} isPending={sending.isPending}>
          {isOpen ? texts.askAgain : texts.send}
        </Button>
      )}
      {leaving}
    </Form>
  )
}

/** Whether it is not known yet if WhatsApp has the message. */
function isUnsure(status: string | undefined): boolean {
  return status === 'processing' || status === 'unresolved'
}
