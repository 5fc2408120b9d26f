import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import { campaignOpeningAt, searchedUntil } from '../../campaigns/common-opening.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { hasEnded } from '../../campaigns/readiness.ts'
import type { CallEnd } from '../call.ts'

/** An attempt that has ended. */
export interface EndedAttempt {
  end: CallEnd
  /** The call's attempts so far, this one included. */
  attempts: number
  /** When the attempt ended, or when we learned of it if that is later, so that clocks never shorten the delay. */
  endedAt: Date
}

/**
 * Returns when the delay before a call's next attempt is over. Null if there is none, because the campaign does not
 * retry attempts that end so, all attempts are used, or no instant before the campaign's end is allowed (Rule 17,
 * Promise 15). The delay counts from the end of the attempt. If it ends outside of the calling hours, the call then
 * waits for them like every other: an opening that was stored here would hold it back after the hours were widened.
 *
 * @param calleeZones where the callee may be; not read unless the hours hold there.
 */
export function retryAt(
  campaign: Pick<
    CampaignForCalls,
    'status' | 'ends_at' | 'calling_hours' | 'retry_max_attempts' | 'retry_delay_minutes' | 'retry_on'
  >,
  { end, attempts, endedAt }: EndedAttempt,
  calleeZones: readonly string[] = [],
): Date | null {
  const retried: readonly string[] = campaign.retry_on
  if (!retried.includes(end) || attempts >= campaign.retry_max_attempts) return null
  const due = new Date(Math.ceil(endedAt.getTime() + campaign.retry_delay_minutes * 60_000))
  const { calling_hours: hours } = campaign
  const opening = campaignOpeningAt(hours, calleeZones, due)
  // Hours at the callee that don't open within the searched time are checked again.
  const isSearched = hours !== null && isAtCallee(hours) && hours.windows.length > 0
  const allowed = opening.isOpen ? due : (opening.opensAt ?? (isSearched ? searchedUntil(due) : null))
  return allowed === null || hasEnded(campaign, allowed) ? null : due
}
