import type { ReactNode } from 'react'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { useMessages } from '../messages/use-messages.ts'

/** What the sentence of a call is made of: an item of a list, or the call's own page. */
export interface SpokenCall {
  state: string
  state_since: string
  created_at: string
  attempts_count: number
  waiting: {
    reason: string
    guard?: string | null
    since: string
    until: string | null
    timezone?: string | null
  } | null
  /** Its position in the queue, and how many are in it, where that is known. */
  place?: number | null | undefined
  waitingInAll?: ReactNode
  lastAttempt?: { state: string; attempt_number: number; created_at: string; ended_at: string | null } | null
}

export interface CallSentenceProps {
  call: SpokenCall
  /** The project's. */
  zone: string
  /** The zone of the campaign's calling hours, for the first dial. */
  hoursZone?: string | null | undefined
  hasNoWorker?: boolean
  /** The whole database is held: nothing is dialed until an operator releases it. */
  isHeld?: boolean
  /** Where the times stand alone, as in the title of a page. */
  withZone?: boolean
}

/** Returns whether calls that wait for this reason wait for the release of the database while it is held. */
export function endsWithRelease(reason: string): boolean {
  return reason === 'slot' || reason === 'carrier_rate'
}

/**
 * One sentence about a call that waits or is under way: what, since when, until when. Times are those of the project.
 */
export function CallSentence({
  call,
  zone,
  hoursZone,
  hasNoWorker = false,
  isHeld = false,
  withZone = false,
}: CallSentenceProps) {
  const { calls } = useMessages('calls')
  const formats = useFormats(zone)
  const after = withZone ? ` ${formats.zoneName}` : ''
  const time = (at: string) => <bdi>{formats.time(at) + after}</bdi>
  const attempt = call.attempts_count > 1 ? calls.attempt(call.attempts_count) : null
  const since = time(call.state_since)
  switch (call.state) {
    case 'live':
      return (
        <>
          {calls.speaking(since)}
          {attempt}
        </>
      )
    case 'ringing':
      return (
        <>
          {calls.rings(since)}
          {attempt}
        </>
      )
    case 'dialling':
      return calls.dialled(since)
    case 'unresolved':
      return calls.unresolved(since)
    default:
      return <Waits {...{ call, zone, hasNoWorker, isHeld, withZone }} hoursZone={hoursZone ?? zone} />
  }
}

function Waits({
  call,
  zone,
  hoursZone,
  hasNoWorker,
  isHeld,
  withZone,
}: Required<Omit<CallSentenceProps, 'hoursZone'>> & { hoursZone: string }) {
  const { calls } = useMessages('calls')
  const formats = useFormats(zone)
  const hours = useFormats(call.waiting?.timezone ?? hoursZone)
  const now = useNow()
  const { waiting, place, waitingInAll, lastAttempt } = call
  if (waiting === null) return calls.states[call.state] ?? call.state
  const { reason, until } = waiting
  const shown = (at: string) => {
    const text = formats.sameDay(at, now)
    return <bdi>{withZone && !text.endsWith(formats.zoneName) ? `${text} ${formats.zoneName}` : text}</bdi>
  }
  const since = calls.since(shown(waiting.since))
  const inLine =
    place == null ? null : waitingInAll === undefined ? calls.inLine(place) : calls.place(place, waitingInAll)
  if (isHeld && endsWithRelease(reason)) return calls.forRelease(inLine, shown(waiting.since))
  if (reason === 'slot')
    return hasNoWorker ? (
      calls.noWorker(inLine, shown(waiting.since))
    ) : (
      <>
        {calls.waitsFor['slot']}
        {inLine}
        {since}
      </>
    )
  if (reason === 'hours' && until !== null)
    return (
      <>
        {calls.waitsFor['hours']}
        {calls.firstDial(<bdi>{hours.instant(until)}</bdi>, <bdi>{formats.duration(msOf(until) - now)}</bdi>)}
      </>
    )
  if (reason === 'retry' && until !== null)
    return (
      <>
        {calls.triesAgain(shown(until))}
        {lastAttempt != null &&
          calls.retryWhy(
            calls.states[lastAttempt.state] ?? lastAttempt.state,
            <bdi>{formats.minute(lastAttempt.ended_at ?? lastAttempt.created_at)}</bdi>,
            lastAttempt.attempt_number,
          )}
      </>
    )
  const guard = waiting.guard == null ? null : calls.guards[waiting.guard]
  return (
    <>
      {calls.waitsFor[reason] ?? reason}
      {guard != null && `: ${guard}`}
      {until === null ? since : calls.until(shown(until))}
    </>
  )
}
