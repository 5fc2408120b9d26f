import type { RefusedNumber } from '../../guards/numbers/number-rules.ts'
import type { NotDoneOutcome, PlaceCallOutcome } from '../../providers/voice-carrier.ts'

/**
 * An attempt that was surely not placed. While it waited, `canceled`: its call was canceled; `campaign_ended`: the campaign has ended, by its end date or
 * otherwise; `campaign_paused`: the campaign was put on hold; `database_held`: the whole database was; `organization_moving`: the organization has begun to
 * move to another cell, or has moved there; `do_not_call`: nobody of the organization may call the number any more; `hours_closed`: the hours have closed, in
 * the campaign's zone or where the callee is; `guard`: the number may not be called, now or later.
 */
export type NotDoneAttempt =
  | (Omit<NotDoneOutcome, 'cause'> & {
      cause:
        | NotDoneOutcome['cause']
        | 'canceled'
        | 'campaign_ended'
        | 'campaign_paused'
        | 'database_held'
        | 'organization_moving'
        | 'do_not_call'
        | 'hours_closed'
    })
  | (Omit<NotDoneOutcome, 'cause'> & { cause: 'guard'; refused: RefusedNumber })

/** The outcome of an attempt: the carrier's, or that the carrier was not asked. */
export type AttemptOutcome = PlaceCallOutcome | NotDoneAttempt
