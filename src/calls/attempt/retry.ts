import { openingAt } from '../../campaigns/calling-hours.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded } from '../../campaigns/readiness.ts'
import type { Outcome } from '../call.ts'

/** What decides whether a call is dialled again. */
export interface RetryQuestion {
  outcome: Outcome
  /** Dials so far, this one included. */
  attempts: number
  /** When the dial ended, or when we learned of it if that is later: the delay is never cut short by the clocks. */
  endedAt: Date
}

/**
 * When a call is dialled again; null where it is not: the campaign doesn't retry this outcome, the dials are used up, or
 * there is no allowed instant before the campaign ends (Rule 17, Promise 15). The delay counts from the end of the
 * dial, and an instant outside calling hours moves to the next opening.
 */
export function retryAt(
  campaign: Pick<
    CampaignForCalls,
    'status' | 'ends_at' | 'calling_hours' | 'retry_max_attempts' | 'retry_delay_minutes' | 'retry_on'
  >,
  { outcome, attempts, endedAt }: RetryQuestion,
): Date | null {
  const retried: readonly string[] = campaign.retry_on
  if (!retried.includes(outcome) || attempts >= campaign.retry_max_attempts) return null
  const due = new Date(Math.ceil(endedAt.getTime() + campaign.retry_delay_minutes * 60_000))
  const opening = openingAt(campaign.calling_hours, due)
  const allowed = opening.isOpen ? due : opening.opensAt
  return allowed === null || hasEnded(campaign, allowed) ? null : allowed
}
