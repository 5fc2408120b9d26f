import type { CallState } from '../call.ts'
import { campaignRetries, moveReasons } from '../move-reasons.ts'

/** Why a call moved, as a word that stays; programs show their own sentence for it. */
export const moveReasonCodes = [
  'placed',
  'caller_connected',
  'caller_turned_away',
  'started_at_once',
  'claimed',
  'retry',
  'not_placed',
  'campaign_paused',
  'carrier_silent',
  'carrier_report',
  'carrier_rejected',
  'carrier_lost_call',
  'canceled',
  'do_not_call',
  'guard',
  'hours_closed',
  'too_late',
  'database_held',
  'account_unusable',
  'callee_zone_unknown',
  'campaign_ended',
  'campaign_not_ready',
  'other',
] as const
export type MoveReasonCode = (typeof moveReasonCodes)[number]

const codes: Record<keyof typeof moveReasons, MoveReasonCode> = {
  placed: 'placed',
  callerConnected: 'caller_connected',
  turnedAway: 'caller_turned_away',
  startedAtOnce: 'started_at_once',
  claimed: 'claimed',
  canceled: 'canceled',
  listed: 'do_not_call',
  guard: 'guard',
  hoursClosed: 'hours_closed',
  databaseHeld: 'database_held',
  campaignEnded: 'campaign_ended',
  campaignNotReady: 'campaign_not_ready',
  campaignPaused: 'campaign_paused',
  calleeUnknown: 'callee_zone_unknown',
  accountUnusable: 'account_unusable',
  tooLate: 'too_late',
  dialerEnded: 'carrier_silent',
  absent: 'not_placed',
  rejected: 'carrier_rejected',
  reported: 'carrier_report',
  lost: 'carrier_lost_call',
  givenUp: 'carrier_lost_call',
}

/** The beginnings of the stored sentences, with those of earlier versions; the first that fits counts. */
const beginnings: readonly (readonly [begins: string, code: MoveReasonCode])[] = [
  ...Object.entries(moveReasons).map(
    ([name, begins]) => [begins, codes[name as keyof typeof moveReasons]] as const,
  ),
  ['it was too late to send the request', 'too_late'],
  ['the carrier has taken the call and no longer knows it', 'carrier_lost_call'],
  ['for a day the carrier did not answer', 'carrier_lost_call'],
]

/** Returns the code for a stored move. Its sentence is English, and may contain the carrier's words. */
export function moveReasonCode(move: {
  from_state: CallState | null
  to_state: CallState
  reason: string
}): MoveReasonCode {
  if (move.from_state !== null && move.to_state === 'waiting' && move.reason.includes(campaignRetries))
    return 'retry'
  const known = beginnings.find(([begins]) => move.reason.startsWith(begins))
  if (known !== undefined) return known[1]
  if (move.to_state === 'unresolved') return 'carrier_silent'
  const isBefore = move.from_state === 'dialling' || move.from_state === 'unresolved'
  return isBefore && ['waiting', 'failed', 'canceled'].includes(move.to_state) ? 'not_placed' : 'other'
}
