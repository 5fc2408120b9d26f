import type { Data } from '../api/operations.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from './status-badge.tsx'

export type ProjectMessage = Data<'listProjectMessages'>['items'][number]

/**
 * Shows the outcome of a message: its state, or why it failed. In a list of failures the reason stands alone, without a
 * mark.
 */
export function MessageState({ message, isPlain = false }: { message: ProjectMessage; isPlain?: boolean }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { status, error } = message
  const state = texts.statuses[status] ?? status
  if (error === null) return <StatusBadge state={status}>{state}</StatusBadge>
  const reason = (
    <span>
      <FailureReason code={error.code} reason={capital(error.reason)} />.
    </span>
  )
  return isPlain ? reason : <StatusBadge state={status}>{reason}</StatusBadge>
}

/** Why a message failed: by Meta's code where the language has a text for it, else the stored `reason`. */
export function FailureReason({ code, reason }: { code: string | null; reason: string }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const known = code === null ? undefined : texts.failedReasons[code]
  return known ?? <span data-stored="">{reason}</span>
}

/** The second line: what to do about a failure; else when each status came. */
export function MessageMore({ message }: { message: ProjectMessage }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place } = usePlace()
  const { error, status, resent_as } = message
  if (resent_as !== null)
    return (
      <>
        {texts.againDone}{' '}
        <Link href={paths.message(place, resent_as)}>
          <bdi>{shortId(resent_as)}</bdi>
        </Link>
      </>
    )
  if (error !== null) return texts.adviceOf(error.code, error.about)
  if (status === 'unresolved') return texts.unresolvedAdvice
  return <StatusTimes message={message} />
}

/** Returns the end of an id, by which the messages of a list differ. */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`
}

/** Each status with its time. */
function StatusTimes({ message: { statuses } }: { message: ProjectMessage }) {
  const { broadcasts: texts, locale } = useMessages('broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const shown = statuses.filter(({ status }) => status !== 'processing')
  return shown.map(({ status, at }, index) => (
    <span key={status}>
      {index > 0 && comma(locale)}
      {texts.statusTime(texts.states[status] ?? status, <bdi>{formats.time(at)}</bdi>)}
    </span>
  ))
}

/** Reasons are written to follow a colon. */
export function capital(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
