import type { Guard } from '../guards/guard.ts'

/**
 * The sentences that a call's history says when it moves, or how these begin. Each has a code, which programs read
 * (`view/move-reason.ts`).
 */
export const moveReasons = {
  placed: 'placed',
  callerConnected: 'the person called',
  turnedAway: 'turned away',
  startedAtOnce: 'started at once',
  claimed: 'claimed from the queue',
  canceled: 'canceled by request',
  listed: 'the number is on the do-not-call list',
  guard: 'the guard ',
  hoursClosed: 'the calling hours are closed',
  databaseHeld: 'the database is held',
  campaignEnded: 'the campaign has ended',
  campaignNotReady: 'the campaign is not ready for calls',
  campaignPaused: 'the campaign was paused',
  calleeUnknown: 'the time zone of the callee is unknown',
  accountUnusable: 'the carrier account can not be opened',
  tooLate: 'it was too late to ask the carrier',
  dialerEnded: 'the process that dialed ended before the carrier answered',
  absent: 'the carrier has no such call',
  rejected: 'rejected by the carrier',
  reported: 'reported by the carrier',
  lost: 'the carrier took the call and has no record of it any more',
  givenUp: 'for a day the carrier did not say whether it has the call',
} as const

/** What the sentence of a call that waits for another attempt ends with. */
export const campaignRetries = 'the campaign retries'

/** Returns what is said of a call that a guard ends; `found` has no number in it. */
export function guardReason(guard: Guard, found: string): string {
  return `${moveReasons.guard}${guard} refuses the number: ${found}`
}
