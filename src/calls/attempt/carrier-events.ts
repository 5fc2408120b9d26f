import type { CarrierStatus } from '../../providers/voice-carrier.ts'
import type { AttemptEnd } from '../call.ts'

/** One report of the carrier about an attempt, as it is stored. Times are ISO 8601 UTC. */
export interface CarrierEvent {
  call_sid: string
  call_status: CarrierStatus
  /** The carrier's own numbering from 0; -1 where it gave none. */
  sequence_number: number
  /** How the service got it; `asked`: it polled the carrier; `inbound`: somebody called. */
  source: 'created' | 'status_callback' | 'instructions' | 'asked' | 'machine_detection' | 'inbound'
  /** The carrier's time, to the second; null where it gave none. */
  occurred_at: string | null
  received_at: string
  /** Seconds from the answer to the end, as the carrier counts; null before the end, or where it does not say. */
  duration_seconds: number | null
  answered_by: string | null
  sip_response_code: string | null
  error_code: string | null
}

/** Returns the carrier's answer to the request that placed a call as the first event of the call. */
export function acceptedEvent(call_sid: string, receivedAt: Date): CarrierEvent {
  return {
    call_sid,
    call_status: 'queued',
    sequence_number: -1,
    source: 'created',
    occurred_at: null,
    received_at: receivedAt.toISOString(),
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
  }
}

/** What all events of a call together say. */
export interface KnownCall {
  call_sid: string
  /** `placed`: the carrier has the call, which does not ring yet. */
  state: 'placed' | 'ringing' | 'live' | AttemptEnd
  answered_at: string | null
  ended_at: string | null
  /** 0 where nobody answered, null before the end (Rule 20). */
  duration_seconds: number | null
  /** Who answered, in the carrier's words; null where no detection ran. */
  answered_by: string | null
  error_code: string | null
}

/** Returns whether a machine answered, by the carrier's word. */
export function isMachine(answeredBy: string | null): boolean {
  return answeredBy !== null && (answeredBy.startsWith('machine') || answeredBy === 'fax')
}

const states: Record<CarrierStatus, KnownCall['state']> = {
  queued: 'placed',
  initiated: 'placed',
  ringing: 'ringing',
  'in-progress': 'live',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
}

/** The order of the states. Final ones come last; among them an answered one wins. */
const ranks: Record<KnownCall['state'], number> = {
  placed: 0,
  ringing: 1,
  live: 2,
  failed: 3,
  canceled: 4,
  no_answer: 5,
  busy: 6,
  completed: 7,
}

/**
 * Computes the state of a call from all its events. The result depends only on the set of events: their order of
 * arrival, and repetitions, make no difference, because carriers guarantee neither (Promise 24).
 *
 * @param events all events of one call at the carrier, at least one.
 */
export function foldCarrierEvents(events: readonly CarrierEvent[]): KnownCall {
  const first = events[0]
  if (first === undefined) throw new Error('a call without events has no state')
  const furthest = events.reduce((best, event) => (isFurther(event, best) ? event : best), first)
  const state = states[furthest.call_status]
  const isOver = ranks[state] >= ranks.failed
  const ended_at = isOver ? (furthest.occurred_at ?? furthest.received_at) : null
  const answered_at = answerTime(events, state, ended_at)
  return {
    call_sid: first.call_sid,
    state,
    answered_at,
    ended_at,
    duration_seconds: ended_at === null ? null : durationOf(events, answered_at, ended_at),
    answered_by: whoAnswered(events),
    error_code: furthest.error_code,
  }
}

function isFurther(event: CarrierEvent, than: CarrierEvent): boolean {
  const difference = ranks[states[event.call_status]] - ranks[states[than.call_status]]
  if (difference !== 0) return difference > 0
  // Between two events of one state, the one with the carrier's own time is better, then the one that came first.
  if ((event.occurred_at === null) !== (than.occurred_at === null)) return event.occurred_at !== null
  return `${event.occurred_at}${event.received_at}` < `${than.occurred_at}${than.received_at}`
}

/** Returns who answered; a machine if any event says so, because other events may still say `unknown`. */
function whoAnswered(events: readonly CarrierEvent[]): string | null {
  const words = events.map((event) => event.answered_by).filter((word) => word !== null)
  return words.find(isMachine) ?? words.sort()[0] ?? null
}

function answerTime(
  events: readonly CarrierEvent[],
  state: KnownCall['state'],
  endedAt: string | null,
): string | null {
  const answers = events.filter((event) => event.call_status === 'in-progress')
  const duration = longestDuration(events)
  // Times are in whole seconds, so end minus answer may differ from the duration by a second: the answer is computed.
  if (endedAt !== null && duration !== null && (state === 'completed' || answers.length > 0))
    return new Date(Date.parse(endedAt) - duration * 1_000).toISOString()
  const reported = answers.map((event) => event.occurred_at).filter((time) => time !== null)
  const times = reported.length > 0 ? reported : answers.map((event) => event.received_at)
  const earliest = times.sort()[0]
  if (earliest === undefined) return null
  return endedAt !== null && earliest > endedAt ? endedAt : earliest
}

/**
 * Returns the seconds from the answer to the end. The carrier's own duration wins: the call is billed by it, and the
 * time of the answer is computed from it.
 */
function durationOf(events: readonly CarrierEvent[], answeredAt: string | null, endedAt: string): number {
  if (answeredAt === null) return 0
  return longestDuration(events) ?? Math.max(0, (Date.parse(endedAt) - Date.parse(answeredAt)) / 1_000)
}

function longestDuration(events: readonly CarrierEvent[]): number | null {
  const durations = events.map((event) => event.duration_seconds).filter((duration) => duration !== null)
  return durations.length > 0 ? Math.max(0, ...durations) : null
}
