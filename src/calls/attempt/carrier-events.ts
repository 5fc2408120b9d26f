import type { DialOutcome } from '../call.ts'

/** The words of the carrier for where a call stands. */
export type CarrierStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled'

/** One thing that the carrier told of an attempt, as it is stored. Times are ISO 8601 UTC. */
export interface CarrierEvent {
  call_sid: string
  call_status: CarrierStatus
  /** The carrier's own numbering from 0; -1 where it gave none. */
  sequence_number: number
  source: 'created' | 'status_callback' | 'instructions' | 'asked' | 'machine_detection'
  /** The carrier's time, to the second; null where it gave none. */
  occurred_at: string | null
  received_at: string
  /** Seconds from the answer to the end, by the carrier's account; null before the end, or where it does not say. */
  duration_seconds: number | null
  answered_by: string | null
  sip_response_code: string | null
  error_code: string | null
}

/** What all events of an attempt together say. */
export interface KnownCall {
  call_sid: string
  /** `placed`: the carrier has it and it does not ring yet. */
  state: 'placed' | 'ringing' | 'live' | DialOutcome
  answered_at: string | null
  ended_at: string | null
  /** 0 where nobody answered, null before the end (Rule 20). */
  duration_seconds: number | null
  /** Who answered, in the carrier's word; null where no detection ran. */
  answered_by: string | null
  error_code: string | null
}

/** Whether the carrier's word for who answered is that of a machine. */
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

/** How far each state lies along a call; ends lie furthest, and among them an answered one wins. */
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
 * Where a call stands, from everything the carrier told of it. The answer depends on the set of events alone: their
 * order of arrival, and repetitions, make no difference, since carriers promise neither (Promise 24).
 *
 * @param events of one carrier call, at least one.
 */
export function foldCarrierEvents(events: readonly CarrierEvent[]): KnownCall {
  const first = events[0]
  if (first === undefined) throw new Error('nothing is known of a call without events')
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
  // Of two accounts of one state, the one with the carrier's own time says more; then the one that came first.
  if ((event.occurred_at === null) !== (than.occurred_at === null)) return event.occurred_at !== null
  return `${event.occurred_at}${event.received_at}` < `${than.occurred_at}${than.received_at}`
}

/** A machine, if any event says so: detections come once, and what else is said of it is `unknown`. */
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
  // Times come in whole seconds: of two that are a second apart from the duration, the one before it gives way.
  if (endedAt !== null && duration !== null && (state === 'completed' || answers.length > 0))
    return new Date(Date.parse(endedAt) - duration * 1_000).toISOString()
  const told = answers.map((event) => event.occurred_at).filter((time) => time !== null)
  const times = told.length > 0 ? told : answers.map((event) => event.received_at)
  const earliest = times.sort()[0]
  if (earliest === undefined) return null
  return endedAt !== null && earliest > endedAt ? endedAt : earliest
}

/**
 * From the answer to the end: by the carrier's own account where it gives one, since it is what the call is billed by and the
 * time of the answer follows from it.
 */
function durationOf(events: readonly CarrierEvent[], answeredAt: string | null, endedAt: string): number {
  if (answeredAt === null) return 0
  return longestDuration(events) ?? Math.max(0, (Date.parse(endedAt) - Date.parse(answeredAt)) / 1_000)
}

function longestDuration(events: readonly CarrierEvent[]): number | null {
  const durations = events.map((event) => event.duration_seconds).filter((duration) => duration !== null)
  return durations.length > 0 ? Math.max(0, ...durations) : null
}
