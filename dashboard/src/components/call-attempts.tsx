import type { Data } from '../api/operations.ts'
import { comma } from '../format/comma.ts'
import { formatMillisecond, msOf } from '../format/instant.ts'
import { formatTenths } from '../format/number.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Timeline } from '../ui/timeline.tsx'
import type { TimelineAttempt, TimelineEvent } from '../ui/timeline.tsx'
import { statusOf } from './status-badge.tsx'

export type WholeCall = Data<'getProjectCall'>
type Attempt = WholeCall['attempts'][number]
type CarrierEvent = Data<'listCarrierEvents'>['items'][number]

/** The attempts of a call in order: what we did, what the carrier reported and how late, and the waits between. */
export function CallAttempts({ call, events }: { call: WholeCall; events: readonly CarrierEvent[] }) {
  const { call: texts } = useMessages('call')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const now = useNow()
  const { attempts, waiting } = call
  const shown = useShownAttempt(zone, attempts[0]?.created_at ?? null)
  const waitAfter = (index: number) => {
    const [ended, next] = [attempts[index]?.ended_at, attempts[index + 1]?.created_at]
    if (ended != null && next !== undefined)
      return texts.waited(<bdi>{formats.duration(msOf(next) - msOf(ended))}</bdi>)
    const until = index === attempts.length - 1 && waiting?.reason === 'retry' ? waiting.until : null
    if (until === null) return undefined
    return texts.retries(
      <bdi>{formats.sameDay(until, now)}</bdi>,
      <bdi>{formats.duration(msOf(until) - now)}</bdi>,
    )
  }
  return (
    <Timeline
      label={texts.attempts}
      attempts={attempts.map((attempt, index) => ({
        ...shown(
          attempt,
          events.filter((event) => event.attempt_id === attempt._id),
        ),
        wait: waitAfter(index),
      }))}
    />
  )
}

/** @param firstAt when the first attempt was made: those of other days say theirs. */
function useShownAttempt(zone: string, firstAt: string | null) {
  const { call: texts, calls, locale } = useMessages('call', 'calls')
  const formats = useFormats(zone)
  const now = useNow()
  const time = (at: string) => <bdi>{formatMillisecond(at, { locale, zone })}</bdi>
  return (attempt: Attempt, events: readonly CarrierEvent[]): TimelineAttempt => {
    const duration = <bdi>{formats.duration((attempt.duration_seconds ?? 0) * 1_000)}</bdi>
    const about = texts.about[attempt.state]
    const day = formats.day(attempt.created_at)
    const ours: TimelineEvent = {
      id: 'dialled',
      time: time(attempt.created_at),
      what: texts.events['dialled'],
      from: 'ours',
    }
    const theirs = events.map((event, index): TimelineEvent => shownEvent(event, index))
    const answered = attempt.answered_at
    const speaking: TimelineEvent[] =
      attempt.state === 'live' && answered !== null
        ? [
            {
              id: 'now',
              time: time(answered),
              what: texts.speakingNow(<bdi>{formats.duration(now - msOf(answered))}</bdi>),
              from: 'now',
            },
          ]
        : []
    return {
      id: attempt._id,
      status: statusOf(attempt.state),
      name: calls.ordinal(attempt.attempt_number),
      about: (
        <>
          {about === undefined ? <bdi>{attempt.state}</bdi> : about(duration)}
          {firstAt !== null && day !== formats.day(firstAt) && (
            <>
              {comma(locale)}
              <bdi>{day}</bdi>
            </>
          )}
        </>
      ),
      events: [ours, ...theirs, ...speaking],
      ...(attempt.error === null ? {} : { fault: <Fault error={attempt.error} /> }),
    }
  }

  function shownEvent(event: CarrierEvent, index: number): TimelineEvent {
    const { call_status, source, occurred_at, received_at, answered_by } = event
    const machine = /^machine|^fax/.test(answered_by ?? '') ? 'machine' : 'unknownAnswer'
    const word = answered_by === null ? call_status : answered_by === 'human' ? 'human' : machine
    const lagMs = occurred_at === null ? null : msOf(received_at) - msOf(occurred_at)
    const lag =
      lagMs === null || lagMs < 50 ? null : texts.lag(<bdi>{formatTenths(lagMs / 1_000, locale)}</bdi>)
    const from = texts.sources[source]
    return {
      id: `${index}`,
      time: time(occurred_at ?? received_at),
      what: texts.events[word] ?? <bdi>{word}</bdi>,
      detail: (
        <>
          <bdi>{answered_by ?? call_status}</bdi>
          {from !== undefined && (
            <>
              {comma(locale)}
              {from}
            </>
          )}
          {lag !== null && <> {lag}</>}
        </>
      ),
      from: 'carrier',
    }
  }
}

/** Why an attempt or call failed, with the carrier's code. */
export function Fault({ error }: { error: { code: string | null; reason: string | null } }) {
  const { call: texts, locale } = useMessages('call')
  return (
    <>
      {error.reason !== null && texts.fault(<span data-stored="">{error.reason}</span>)}
      {error.code !== null && (
        <>
          {comma(locale)}
          {texts.code(<bdi>{error.code}</bdi>)}
        </>
      )}
    </>
  )
}
