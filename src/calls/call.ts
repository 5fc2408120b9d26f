/** The states of a call, the queue's entry (docs/architecture.md, "A call's life"). */
export const callStates = [
  'waiting',
  'dialling',
  'unresolved',
  'ringing',
  'live',
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'expired',
] as const
export type CallState = (typeof callStates)[number]

/**
 * Every move that a call may make. From `dialling` on, a carrier may skip what it likes (some never say `ringing`), so
 * each later state can be reached from each earlier one. A call goes back to `waiting` for a retry, or where a dial turned
 * out not to have been placed; a state without moves is an end and absorbs.
 */
export const callMoves: Record<CallState, readonly CallState[]> = {
  waiting: ['dialling', 'canceled', 'expired', 'failed'],
  dialling: ['unresolved', 'ringing', 'live', ...outcomes(), 'waiting'],
  unresolved: ['dialling', 'ringing', 'live', ...outcomes(), 'waiting'],
  ringing: ['live', ...outcomes(), 'waiting'],
  live: [...outcomes(), 'waiting'],
  completed: [],
  voicemail: [],
  no_answer: [],
  busy: [],
  failed: [],
  canceled: [],
  expired: [],
}

function outcomes(): readonly Outcome[] {
  return ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled']
}

/** The states of one dial. `never_placed`: the carrier surely has no such call. */
export type AttemptState = 'dialling' | 'unresolved' | 'ringing' | 'live' | DialOutcome | 'never_placed'

/** How a dial ends at the carrier. */
export type DialOutcome = 'completed' | 'no_answer' | 'busy' | 'failed' | 'canceled'

/** How a call ends when a carrier had it. `voicemail`: a machine answered, and the campaign asks for its detection. */
export type Outcome = DialOutcome | 'voicemail'
