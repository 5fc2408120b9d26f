import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { DialContext } from '../call-context.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { cancelCall } from './cancel-call.ts'
import { selectCampaignName, selectWaitingCalls } from './cancel-queries.ts'

/** The most calls that one request cancels; it takes a second or two. */
export const cancelWaitingMax = 500

/**
 * Cancels the calls of a campaign that wait and were accepted until an instant, at most `cancelWaitingMax`, each as
 * `cancelCall` does. Returns how many were canceled, and whether others are left. A call that has been dialed meanwhile
 * goes on. The audit gets one row with the count, also if canceling one of the calls fails. If the process dies, that
 * row is missing.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function cancelWaitingCalls(
  context: DialContext,
  key: CampaignKey,
  until: Date,
  actor: Actor,
): Promise<{ canceled: number; isMore: boolean }> {
  const name = isUuid(key.campaign_id) ? await selectCampaignName(context.db, key) : null
  if (name === null) throw refusals.campaignNotFound()
  const ids = await selectWaitingCalls(context.db, key, until, cancelWaitingMax + 1)
  let canceled = 0
  const record = async (): Promise<void> => {
    if (canceled > 0) await recordCanceled(context, { ...key, name }, canceled, actor)
  }
  try {
    for (const call_id of ids.slice(0, cancelWaitingMax)) {
      const { result } = await cancelCall(context, { ...key, call_id }, { onlyWaiting: true })
      if (result === 'canceled') canceled++
    }
  } catch (error) {
    // Where the database is away, this fails too; the first error says why.
    await record().catch(() => undefined)
    throw error
  }
  await record()
  return { canceled, isMore: ids.length > cancelWaitingMax }
}

async function recordCanceled(
  { db, clock, newId }: Pick<DialContext, 'db' | 'clock' | 'newId'>,
  { organization_id, project_id, campaign_id, name }: CampaignKey & { name: string },
  canceled: number,
  actor: Actor,
): Promise<void> {
  await recordChange(
    db,
    { now: clock.now(), newId, actor },
    {
      organization_id,
      project_id,
      kind: 'campaign',
      record_id: campaign_id,
      record_name: name,
      action: 'calls canceled',
      revision: null,
      fields: [{ path: 'calls_canceled', before: null, after: canceled }],
    },
  )
}
