import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { DialContext } from '../call-context.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { cancelCall } from './cancel-call.ts'
import { selectWaitingCalls } from './cancel-queries.ts'

/** The most calls that one request cancels; it takes a second or two. */
export const cancelWaitingMax = 500

/**
 * Cancels the calls of a campaign that wait and were accepted until an instant, at most `cancelWaitingMax`, each as
 * `cancelCall` does. Returns how many were canceled, and whether others are left. A call that has been dialed meanwhile
 * goes on: what is under way is not ended.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function cancelWaitingCalls(
  context: DialContext,
  key: CampaignKey,
  until: Date,
): Promise<{ canceled: number; isMore: boolean }> {
  const { organization_id, project_id, campaign_id } = key
  const found = isUuid(campaign_id)
    ? await selectCampaignForCalls(context.db, organization_id, project_id, campaign_id)
    : null
  if (!found?.campaign) throw refusals.campaignNotFound()
  const ids = await selectWaitingCalls(context.db, key, until, cancelWaitingMax + 1)
  let canceled = 0
  for (const call_id of ids.slice(0, cancelWaitingMax)) {
    const { result } = await cancelCall(context, { ...key, call_id }, { onlyWaiting: true })
    if (result === 'canceled') canceled++
  }
  return { canceled, isMore: ids.length > cancelWaitingMax }
}
