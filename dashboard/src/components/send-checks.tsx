import type { ReactNode } from 'react'
import type { Data } from '../api/operations.ts'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import styles from './send-checks.module.css'

export type CheckedSend = Data<'checkWhatsappMessage'>
type Check = CheckedSend['checks'][number]

/** What each rule says of a send, before it is sent: the server runs the rules of the send itself. */
export function SendChecks({ checked }: { checked: CheckedSend }) {
  const { message } = useMessages('message')
  const texts = message.send
  const hasWindow = checked.checks.some(({ rule }) => rule === 'window')
  const { recipient } = checked
  return (
    <ul className={styles.checks} aria-label={texts.checks}>
      {checked.checks.map((check) => (
        <Line key={check.rule} rule={check.rule} status={markOf(check)}>
          <Sentence check={check} checked={checked} />
        </Line>
      ))}
      {!hasWindow && recipient !== null && (
        <Line rule="window" status={recipient.window.is_open ? 'done' : 'closed'}>
          <Window window={recipient.window} />
          {!recipient.window.is_open && texts.windowNotNeeded}
        </Line>
      )}
      {recipient !== null && !recipient.to.startsWith('+') && (
        <Line rule="to" status="closed">
          {texts.hidden}
        </Line>
      )}
    </ul>
  )
}

function Line({ rule, status, children }: { rule: string; status: Status; children: ReactNode }) {
  const { message } = useMessages('message')
  return (
    <li className={styles.check}>
      <StatusMark status={status} />
      <span className={styles.rule}>{message.send.rules[rule] ?? message.send.to}</span>
      <span className={styles.sentence}>{children}</span>
    </li>
  )
}

/** A value that is missing yet is no failure. */
function markOf({ state, code }: Check): Status {
  if (state === 'passes') return 'done'
  return state === 'not_judged' || code === 'invalid_request' ? 'waits' : 'failed'
}

function Sentence({ check, checked }: { check: Check; checked: CheckedSend }) {
  const { message, broadcasts } = useMessages('message', 'broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const texts = message.send
  const { rule, state, code } = check
  const { plan, template, recipient } = checked
  if (state === 'not_judged') return texts.notJudged[rule] ?? texts.needsRecipient
  if (rule === 'window' && recipient !== null)
    return (
      <>
        <Window window={recipient.window} />
        {state === 'refuses' && texts.windowNeeded}
      </>
    )
  if (rule === 'opt_out' && recipient !== null) return <OptOut check={check} recipient={recipient} />
  if (state === 'refuses') {
    if (rule === 'template')
      return template === null
        ? texts.noTemplate
        : texts.templateState(broadcasts.templateStates[template.status] ?? template.status)
    if (rule === 'content') return texts.contentFaults
    return texts.refusals[code ?? ''] ?? <span data-stored="">{check.message}</span>
  }
  switch (rule) {
    case 'plan':
      return texts.planPasses(<b>{formats.number(plan.left)}</b>, <bdi>{formats.number(plan.sends)}</bdi>)
    case 'sender':
      return texts.senderPasses
    case 'template':
      return texts.templatePasses(<bdi>{template?.name}</bdi>, <bdi>{template?.language}</bdi>)
    case 'content':
      return texts.contentPasses
    case 'resend':
      return texts.resendPasses
    default:
      return texts.requestPasses
  }
}

type Recipient = NonNullable<CheckedSend['recipient']>

function Window({ window }: { window: Recipient['window'] }) {
  const { message } = useMessages('message')
  const { zone, place } = usePlace()
  const formats = useFormats(zone)
  const now = useNow()
  const texts = message.send
  const { is_open, closes_at, opened_by } = window
  if (closes_at === null) return texts.windowNone
  const at = <bdi>{formats.instant(closes_at)}</bdi>
  if (!is_open) return texts.windowClosed(at)
  return (
    <>
      {texts.windowOpen(at, <b>{formats.duration(Math.max(0, msOf(closes_at) - now))}</b>)}
      {opened_by === null
        ? texts.windowOpenedUnread
        : texts.windowOpenedBy(
            <Link href={paths.conversation(place, opened_by.conversation_id)}>
              <bdi>{opened_by.text === null ? (opened_by.kind ?? '…') : `“${cut(opened_by.text)}”`}</bdi>
            </Link>,
            <bdi>{formats.instant(opened_by.at)}</bdi>,
          )}
    </>
  )
}

const textMax = 60

function cut(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}

function OptOut({ check, recipient }: { check: Check; recipient: Recipient }) {
  const { message } = useMessages('message')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const texts = message.send
  const { opt_outs } = recipient
  const decisive = opt_outs.find(({ scope }) => scope === 'all') ?? opt_outs[0]
  if (decisive === undefined) return check.state === 'refuses' ? texts.optedOutUnread : texts.optOutPasses
  const since = <bdi>{formats.instant(decisive.since)}</bdi>
  if (check.state === 'passes') return texts.optOutMarketing(since)
  return (
    <>
      {texts.optedOut(texts.scopes[decisive.scope] ?? '', since, texts.sources[decisive.source] ?? '')}
      {decisive.why !== null && (
        <>
          {' '}
          <span data-stored="">{decisive.why}</span>
        </>
      )}
    </>
  )
}
