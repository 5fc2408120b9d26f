import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { List } from '../../db/page.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectCallHistory, selectCalls, selectQueueStanding } from './list-queries.ts'
import type { CallRow } from './list-queries.ts'
import { waitReason } from './wait-reason.ts'
import type { QueueStanding } from './wait-reason.ts'

/**
 * One page of a campaign's calls as they are shown, and how many there are. Their places in the line are left
 * out: each would have to be counted.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function showCalls(
  { db, clock }: { db: Db; clock: Clock },
  { organization_id, project_id, campaign_id }: CampaignKey,
  list: List,
) {
  if (!isUuid(campaign_id)) throw refusals.campaignNotFound()
  const [line, { items, total }] = await Promise.all([
    selectQueueStanding(db, organization_id, project_id, campaign_id),
    selectCalls(db, organization_id, campaign_id, list),
  ])
  if (line === null) throw refusals.campaignNotFound()
  const now = clock.now()
  const shown = items.map((call) => ({ ...fieldsOf(call), waiting: waitOf(call, line, now) }))
  return { items: shown, total }
}

/**
 * A call as it is shown, with all that happened to it and its place in the line.
 *
 * @throws {Refusal} 404 where the campaign has no such call.
 */
export async function showCall(
  { db, clock }: { db: Db; clock: Clock },
  { organization_id, project_id, campaign_id }: CampaignKey,
  callId: string,
) {
  if (!isUuid(campaign_id) || !isUuid(callId)) throw refusals.callNotFound()
  const [line, call] = await Promise.all([
    selectQueueStanding(db, organization_id, project_id, campaign_id),
    selectCallHistory(db, organization_id, campaign_id, callId),
  ])
  if (line === null || call === null) throw refusals.callNotFound()
  const { customer, place, moves, attempts } = call
  const wait = waitOf(call, line, clock.now())
  return {
    ...fieldsOf(call),
    waiting: wait === null || place === null ? null : { ...wait, place },
    customer,
    moves,
    attempts: attempts.map(({ error_code, error_reason, ...attempt }) => ({
      ...attempt,
      error: errorOf({ error_code, error_reason }),
    })),
  }
}

function fieldsOf(call: CallRow) {
  return {
    _id: call._id,
    campaign_id: call.campaign_id,
    placed_by: call.placed_by,
    phone_number: call.phone_number,
    state: call.state,
    state_since: call.state_since,
    created_at: call.created_at,
    attempts_count: call.attempts_count,
    error: errorOf(call),
    cancel_requested_at: call.cancel_requested_at,
  }
}

/** What a call waits for as its line stands now; null unless it waits. */
function waitOf(call: CallRow, line: QueueStanding, now: Date) {
  const { waits_for, state_since: since } = call
  if (waits_for === null) return null
  const { reason, until } = waitReason({ ...call, waits_for }, line, now)
  return { reason, since, until }
}

function errorOf({ error_code: code, error_reason: reason }: Pick<CallRow, 'error_code' | 'error_reason'>) {
  return code === null && reason === null ? null : { code, reason }
}
