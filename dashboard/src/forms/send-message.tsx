import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import { MessagePreview, senderOf } from '../components/message-preview.tsx'
import { SendChecks } from '../components/send-checks.tsx'
import type { CheckedSend } from '../components/send-checks.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { useToast } from '../ui/toast.tsx'
import { bodyOf, emptyValues, valuesOf } from './send-body.ts'
import type { SendValues } from './send-body.ts'
import { SendFields } from './send-fields.tsx'
import type { ResentMessage, Send, SendStanding } from './use-send.ts'
import styles from './send-message.module.css'

export interface SendMessageProps {
  /** The send, which the page keeps. One that has no answer yet is shown instead of a new form. */
  sending: Send
  broadcast: ConfiguredBroadcast
  resent?: ResentMessage
  /** The recipient, where the form is opened for one. */
  to?: string
  onClose: () => void
}

/** Sends one message, or one that failed again. All checks stand there before it is sent. */
export function SendMessage({ sending, broadcast, resent, to = '', onClose }: SendMessageProps) {
  const { message } = useMessages('message')
  const { ids } = usePlace()
  const old = useQuery({
    ...query('getProjectMessage', { ...ids, message_id: resent?.id ?? '' }),
    enabled: resent !== undefined,
  })
  const { open } = sending
  if (open !== null)
    return (
      <SendForm
        sending={sending}
        broadcast={open.broadcast}
        first={open.values}
        resent={open.resent}
        onClose={onClose}
      />
    )
  if (resent === undefined)
    return (
      <SendForm
        sending={sending}
        broadcast={broadcast}
        first={{ ...emptyValues(broadcast.template !== null), to }}
        resent={null}
        onClose={onClose}
      />
    )
  if (old.data === undefined)
    return <LoadingDialog title={message.send.againTitle(resent.who)} query={old} onClose={onClose} />
  return (
    <SendForm
      sending={sending}
      broadcast={broadcast}
      first={valuesOf(old.data)}
      resent={resent}
      onClose={onClose}
    />
  )
}

interface SendFormProps {
  sending: Send
  broadcast: ConfiguredBroadcast
  first: SendValues
  resent: ResentMessage | null
  onClose: () => void
}

const checkAfterMs = 300

function SendForm({ sending, broadcast, first, resent, onClose }: SendFormProps) {
  const { message, common } = useMessages('message')
  const texts = message.send
  const [values, setValues] = useState(first)
  const [touched, setTouched] = useState<ReadonlySet<string>>(
    () => new Set(resent !== null ? Object.keys(first) : first.to === '' ? [] : ['to']),
  )
  const { checked, isCurrent, error, checkAgain } = useCheck(broadcast._id, values, resent?.id ?? null)
  const { standing, send, askAgain } = sending
  const close = (): void => {
    sending.forget()
    onClose()
  }
  useFinal(standing, close)
  const isPending = standing.kind === 'sending'
  const isKnown = standing.kind !== 'not_known'
  const reason = !isKnown
    ? texts.notKnown
    : checked === null || !isCurrent
      ? texts.checkFirst
      : checked.can_send
        ? null
        : texts.cannot
  return (
    <TypedDialog
      title={resent === null ? texts.title(broadcast.name) : texts.againTitle(resent.who)}
      isOpen
      isTyped={standing.kind === 'form' && JSON.stringify(values) !== JSON.stringify(first)}
      isAlert
      wide
      isPending={isPending}
      onClose={close}
      actions={
        <>
          <DialogCancel>{isKnown ? common.cancel : common.close}</DialogCancel>
          <Button kind="main" type="submit" form="send-message" reason={reason} isPending={isPending}>
            {resent === null ? texts.action : texts.againAction}
          </Button>
        </>
      }
    >
      {resent !== null && <p>{texts.againBody}</p>}
      <Form
        id="send-message"
        className={styles.columns}
        isPending={isPending}
        onSubmit={() => {
          if (reason !== null) return
          send({ broadcast, resent, values, body: requestOf(values, checked, resent?.id ?? null) })
        }}
      >
        <SendFields
          values={values}
          checked={checked}
          hasTemplate={broadcast.template !== null}
          isRecipientFixed={resent !== null}
          isOff={!isKnown || isPending}
          faultOf={(path, field) => (touched.has(field) ? faultAt(checked?.faults ?? [], path) : undefined)}
          onChange={(changed, field) => {
            setValues({ ...values, ...changed })
            setTouched(new Set([...touched, field]))
          }}
        />
        <div>
          <h3 className={styles.heading}>{texts.preview}</h3>
          {checked?.preview == null ? (
            <p className={styles.note}>{texts.noPreview}</p>
          ) : (
            <MessagePreview preview={checked.preview} {...senderOf(broadcast)} />
          )}
        </div>
      </Form>
      <div>
        <h3 className={styles.heading}>{texts.checks}</h3>
        {error !== null && <Failure error={error} onRetry={checkAgain} />}
        {checked === null && error === null && <p className={styles.note}>{texts.checking}</p>}
        {checked !== null && <SendChecks checked={checked} />}
      </div>
      <Outcome standing={standing} onAskAgain={askAgain} />
    </TypedDialog>
  )
}

/** Opens the page of the message once its outcome is final. */
function useFinal(standing: SendStanding, close: () => void): void {
  const { message } = useMessages('message')
  const { place } = usePlace()
  const navigate = useNavigate()
  const toast = useToast()
  const messageId = standing.kind === 'final' ? standing.messageId : null
  const opened = useEffectEvent((id: string) => {
    close()
    void navigate(paths.message(place, id))
    toast({ status: 'done', text: message.send.sentToast })
  })
  useEffect(() => {
    if (messageId !== null) opened(messageId)
  }, [messageId])
}

/** Shows the outcome of a press that did not simply succeed. */
function Outcome({ standing, onAskAgain }: { standing: SendStanding; onAskAgain: () => void }) {
  const { message } = useMessages('message')
  const { place } = usePlace()
  const texts = message.send
  if (standing.kind === 'sending' || standing.kind === 'final') return null
  if (standing.kind === 'form')
    return standing.error === null ? null : (
      <div>
        <Failure error={standing.error} />
        <p className={styles.note}>{texts.refusedNote}</p>
      </div>
    )
  const { messageId, error, status } = standing
  return (
    <div className={styles.unknown} role="status">
      <b>
        {error?.status === 0 ? texts.notReached : status === 'processing' ? texts.following : texts.notKnown}
      </b>
      <p>{texts.notKnownBody}</p>
      <div>
        {messageId === null ? (
          <Button onPress={onAskAgain}>{texts.askAgain}</Button>
        ) : (
          <Link kind="button" href={paths.message(place, messageId)}>
            {texts.toMessage}
          </Link>
        )}
      </div>
    </div>
  )
}

function requestOf(
  values: SendValues,
  checked: CheckedSend | null,
  resendOf: string | null,
): Record<string, unknown> {
  const body = bodyOf(values, checked?.variables ?? Object.keys(values.data))
  return resendOf === null ? body : { ...body, resend_of: resendOf }
}

interface Check {
  /** null: there is no answer yet. */
  checked: CheckedSend | null
  /** Whether the answer is about what is typed now. */
  isCurrent: boolean
  /** Why there is no answer. */
  error: Error | null
  checkAgain: () => void
}

/** Has the server check what is typed, shortly after the last change, and again as things happen. */
function useCheck(broadcastId: string, values: SendValues, resendOf: string | null): Check {
  const { ids } = usePlace()
  const [variables, setVariables] = useState<readonly string[]>(Object.keys(values.data))
  const body = bodyOf(values, variables)
  const text = JSON.stringify(resendOf === null ? body : { ...body, resend_of: resendOf })
  const [asked, ask] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => ask(text), checkAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const params = { ...ids, broadcast_id: broadcastId, body: JSON.parse(asked) as Record<string, never> }
  const check = useQuery({
    ...query('checkWhatsappMessage', params, { live: true }),
    placeholderData: keepPreviousData,
  })
  const found = check.data?.variables ?? null
  if (found !== null && found.join(' ') !== variables.join(' ')) setVariables(found)
  return {
    checked: check.data ?? null,
    isCurrent: asked === text && check.isSuccess && !check.isPlaceholderData,
    error: check.error,
    checkAgain: () => void check.refetch(),
  }
}
