import type { CallDirection } from '../campaigns/queries.ts'

/** The states of a call (docs/architecture.md, "A call's life"). */
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
 * The states to which a call may move from each state. From `dialling` on, a carrier may skip states (some never report
 * `ringing`), so each later state can follow each earlier one. A call moves back to `waiting` for a retry, or if its
 * attempt was never placed. A state without moves is final.
 */
export const callMoves: Record<CallState, readonly CallState[]> = {
  waiting: ['dialling', 'canceled', 'expired', 'failed'],
  dialling: ['unresolved', 'ringing', 'live', ...callEnds(), 'waiting'],
  unresolved: ['dialling', 'ringing', 'live', ...callEnds(), 'waiting'],
  ringing: ['live', ...callEnds(), 'waiting'],
  live: [...callEnds(), 'waiting'],
  completed: [],
  voicemail: [],
  no_answer: [],
  busy: [],
  failed: [],
  canceled: [],
  expired: [],
}

function callEnds(): readonly CallEnd[] {
  return ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled']
}

/** Who began a call: the endpoint that placed it, or the person who called. */
export const placers = ['trigger', 'queue', 'caller'] as const
export type Placer = (typeof placers)[number]

/** Returns the direction of a call, in the words of campaigns. */
export function directionOf(placedBy: Placer): CallDirection {
  return placedBy === 'caller' ? 'inbound' : 'outbound'
}

/** How an attempt ends at the carrier. */
export const attemptEnds = ['completed', 'no_answer', 'busy', 'failed', 'canceled'] as const
export type AttemptEnd = (typeof attemptEnds)[number]

/** The states of an attempt. `never_placed`: the carrier certainly has no such call. */
export const attemptStates = [
  'dialling',
  'unresolved',
  'ringing',
  'live',
  ...attemptEnds,
  'never_placed',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** How a call ends that the carrier had. `voicemail`: a machine answered, and the campaign detects machines. */
export type CallEnd = AttemptEnd | 'voicemail'
