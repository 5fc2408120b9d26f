/** The states of a call, the queue's entry (docs/architecture.md, "A call's life"). */
export const callStates = [
  'waiting',
  'dialling',
  'unresolved',
  'ringing',
  'live',
  'completed',
  'no_answer',
  'busy',
  'failed',
  'canceled',
  'expired',
] as const
export type CallState = (typeof callStates)[number]

/** Why a waiting call waits. */
export type WaitReason = 'hours' | 'slot' | 'number' | 'retry' | 'carrier_rate'

/**
 * Every move that a call may make. From `dialling` on, a carrier may skip what it likes (some never say `ringing`), so
 * each later state can be reached from each earlier one; a state without moves is an end and absorbs. Ends move back
 * to `waiting` for a retry, and for nothing else.
 */
export const callMoves: Record<CallState, readonly CallState[]> = {
  waiting: ['dialling', 'canceled', 'expired', 'failed'],
  dialling: [
    'unresolved',
    'ringing',
    'live',
    'completed',
    'no_answer',
    'busy',
    'failed',
    'canceled',
    'waiting',
  ],
  unresolved: [
    'dialling',
    'ringing',
    'live',
    'completed',
    'no_answer',
    'busy',
    'failed',
    'canceled',
    'waiting',
  ],
  ringing: ['live', 'completed', 'no_answer', 'busy', 'failed', 'canceled'],
  live: ['completed', 'no_answer', 'busy', 'failed', 'canceled'],
  completed: [],
  no_answer: ['waiting'],
  busy: ['waiting'],
  failed: ['waiting'],
  canceled: [],
  expired: [],
}

/** The states of one dial. `never_placed`: the carrier surely has no such call. */
export type AttemptState = Exclude<CallState, 'waiting' | 'expired'> | 'never_placed'

/** How a dial ends when the carrier had it. */
export type Outcome = 'completed' | 'no_answer' | 'busy' | 'failed' | 'canceled'
