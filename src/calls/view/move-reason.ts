import type { CallState } from '../call.ts'

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
  'campaign_ended',
  'campaign_not_ready',
  'other',
] as const
export type MoveReasonCode = (typeof moveReasonCodes)[number]

/** The beginnings of the stored sentences; the first that fits counts. */
const beginnings: readonly [begins: string, code: MoveReasonCode][] = [
  ['placed', 'placed'],
  ['the person called', 'caller_connected'],
  ['turned away', 'caller_turned_away'],
  ['started at once', 'started_at_once'],
  ['claimed from the queue', 'claimed'],
  ['canceled by request', 'canceled'],
  ['the number is on the do-not-call list', 'do_not_call'],
  ['reported by the carrier', 'carrier_report'],
  ['rejected by the carrier', 'carrier_rejected'],
  ['the campaign has ended', 'campaign_ended'],
  ['the campaign is not ready', 'campaign_not_ready'],
  ['the campaign was paused', 'campaign_paused'],
  ['the carrier has taken the call and no longer knows it', 'carrier_lost_call'],
  ['for a day the carrier did not answer', 'carrier_lost_call'],
]

/** Returns the code for a stored move. Its sentence is English, and may contain the carrier's words. */
export function moveReasonCode(move: {
  from_state: CallState | null
  to_state: CallState
  reason: string
}): MoveReasonCode {
  if (move.from_state !== null && move.to_state === 'waiting' && move.reason.includes('the campaign retries'))
    return 'retry'
  const known = beginnings.find(([begins]) => move.reason.startsWith(begins))
  if (known !== undefined) return known[1]
  if (move.to_state === 'unresolved') return 'carrier_silent'
  const isBefore = move.from_state === 'dialling' || move.from_state === 'unresolved'
  return isBefore && ['waiting', 'failed', 'canceled'].includes(move.to_state) ? 'not_placed' : 'other'
}
