import type { CarrierEvent } from '../../../calls/attempt/carrier-events.ts'
import type { AttemptState, AttemptEnd, CallEnd } from '../../../calls/call.ts'
import type { CarrierStatus } from '../../../providers/voice-carrier.ts'
import { isoOf } from './local-time.ts'
import type { Ending } from './pattern.ts'
import type { Random } from './random.ts'
import type { SpokenLine, Talk } from './talks.ts'

/** An attempt of the history. Instants are in milliseconds. */
export interface PastAttempt {
  _id: string
  conversation_id: string
  number: number
  state: AttemptEnd
  /** What it means for the call. */
  end: CallEnd
  /** The states before the last, with the instants at which the service learned of them. */
  reached: { state: AttemptState; at: number }[]
  carrier_call_sid: string | null
  created_at: number
  answered_at: number | null
  ended_at: number
  duration_seconds: number
  answered_by: string | null
  error: { code: string | null; reason: string } | null
  events: CarrierEvent[]
  transcript: (SpokenLine & { at: string })[]
  /** The subject of the ticket that its workflow opened; null without one. */
  ticket: string | null
}

export interface AttemptPlan {
  ending: Ending
  /** What is said; null where nobody answers. */
  talk: Talk | null
  number: number
  dialAt: number
}

/** Characters that are spoken in a second. */
const speakingRate = 15
/** A machine is hung up on this soon, in seconds. */
const machineSeconds = { min: 4, max: 7 }

/** Why the carrier refuses to place a call, in the words of the adapter. */
const rejections = [
  { code: '21214', reason: 'the number cannot be reached' },
  { code: '21211', reason: 'the number is not valid' },
  { code: '21216', reason: 'the carrier blocks calls to this number' },
]

/** Composes an attempt as the carrier reports it: its events in whole seconds, and what follows from them. */
export function composeAttempt(random: Random, { ending, talk, number, dialAt }: AttemptPlan): PastAttempt {
  const attempt: PastAttempt = {
    _id: random.idAt(dialAt),
    conversation_id: random.idAt(dialAt),
    number,
    state: 'failed',
    end: 'failed',
    reached: [],
    carrier_call_sid: null,
    created_at: dialAt,
    answered_at: null,
    ended_at: dialAt + random.whole(250, 700),
    duration_seconds: 0,
    answered_by: null,
    error: null,
    events: [],
    transcript: [],
    ticket: null,
  }
  if (ending === 'rejected') return { ...attempt, error: random.pick(rejections) }
  attempt.carrier_call_sid = `CA${random.hex(32)}`
  addEvent(attempt, 'queued', dialAt + random.whole(120, 480), { source: 'created', sequence_number: -1 })
  const rings = wholeSecond(dialAt) + random.whole(1, 3) * 1_000
  addEvent(attempt, 'initiated', rings - 1_000)
  if (ending === 'busy' || ending === 'failed') {
    const failed = { busy: '486', failed: random.pick(['404', '503', '480']) }[ending]
    if (ending === 'failed') attempt.error = { code: null, reason: 'the carrier could not connect the call' }
    return finish(attempt, ending, rings + random.whole(0, 4) * 1_000, failed)
  }
  addEvent(attempt, 'ringing', rings)
  attempt.reached.push({ state: 'ringing', at: rings + reportedAfterMs })
  if (talk === null) return finish(attempt, 'no_answer', rings + random.whole(22, 30) * 1_000, '487')
  return answer(random, attempt, talk, {
    at: rings + random.whole(3, 18) * 1_000,
    isMachine: ending === 'voicemail',
  })
}

/** A callback arrives this long after the second that it names. */
const reportedAfterMs = 180

function answer(
  random: Random,
  attempt: PastAttempt,
  talk: Talk,
  { at, isMachine }: { at: number; isMachine: boolean },
): PastAttempt {
  addEvent(attempt, 'in-progress', at)
  attempt.reached.push({ state: 'live', at: at + reportedAfterMs })
  attempt.answered_at = at
  attempt.answered_by = isMachine ? 'machine_start' : null
  const lines = isMachine ? talk.lines.slice(0, 2) : talk.lines
  let said = at + 400
  attempt.transcript = lines.map(({ role, text }) => {
    const line = { role, text, at: isoOf(said) }
    said += Math.round((text.length / speakingRate) * 1_000) + 800
    return line
  })
  const { min, max } = machineSeconds
  const seconds = isMachine
    ? random.whole(min, max)
    : Math.max(2, Math.round((said - at) / 1_000) + talk.extraSeconds)
  attempt.duration_seconds = seconds
  if (!isMachine) attempt.ticket = talk.ticket
  if (isMachine)
    addEvent(attempt, 'in-progress', at + 3_000, {
      source: 'machine_detection',
      sequence_number: -1,
      answered_by: 'machine_start',
    })
  finish(attempt, 'completed', at + seconds * 1_000, '200')
  if (isMachine) attempt.end = 'voicemail'
  return attempt
}

const carrierStatuses: Record<Exclude<AttemptEnd, 'canceled'>, CarrierStatus> = {
  completed: 'completed',
  no_answer: 'no-answer',
  busy: 'busy',
  failed: 'failed',
}

function finish(
  attempt: PastAttempt,
  state: Exclude<AttemptEnd, 'canceled'>,
  at: number,
  sip_response_code: string,
): PastAttempt {
  const duration_seconds = attempt.duration_seconds
  addEvent(attempt, carrierStatuses[state], at, { sip_response_code, duration_seconds })
  return Object.assign(attempt, { state, end: state, ended_at: at })
}

function addEvent(
  attempt: PastAttempt,
  call_status: CarrierStatus,
  at: number,
  more: Partial<CarrierEvent> = {},
): void {
  const isCallback = more.source === undefined
  attempt.events.push({
    call_sid: attempt.carrier_call_sid!,
    call_status,
    sequence_number: attempt.events.filter(({ source }) => source === 'status_callback').length,
    source: 'status_callback',
    occurred_at: isCallback ? isoOf(at) : null,
    received_at: isoOf(isCallback ? at + reportedAfterMs : at),
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
    ...more,
  })
}

function wholeSecond(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
