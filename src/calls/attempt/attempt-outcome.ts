import type { RefusedNumber } from '../../guards/numbers/number-rules.ts'
import type { NotDoneOutcome, PlaceCallOutcome } from '../../providers/voice-carrier.ts'

/** Why an attempt was not dialed, found right before its request. */
type CauseBefore =
  /** Its call was canceled. */
  | 'canceled'
  /** The campaign has ended, by its end date or otherwise. */
  | 'campaign_ended'
  /** The campaign was put on hold. */
  | 'campaign_paused'
  /** The whole database was put on hold. */
  | 'database_held'
  /** The organization has begun to move to another cell, or has moved there. */
  | 'organization_moving'
  /** Nobody of the organization may call the number any more. */
  | 'do_not_call'
  /** The hours have closed, in the campaign's zone or where the callee is. */
  | 'hours_closed'

/** An attempt that was surely not placed. */
export type NotDoneAttempt =
  | (Omit<NotDoneOutcome, 'cause'> & { cause: NotDoneOutcome['cause'] | CauseBefore })
  /** A guard forbids calls to the number, now or for good. */
  | (Omit<NotDoneOutcome, 'cause'> & { cause: 'guard'; refused: RefusedNumber })

/** The outcome of an attempt: the carrier's, or that the carrier was not asked. */
export type AttemptOutcome = PlaceCallOutcome | NotDoneAttempt
