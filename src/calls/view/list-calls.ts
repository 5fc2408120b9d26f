import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { isAtCallee } from '../../campaigns/campaign-hours.ts'
import type { Db } from '../../db/database.ts'
import type { List } from '../../db/page.ts'
import { directionOf } from '../call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { noZones, readCalleeZones } from './callee-zones-of-calls.ts'
import type { ZonesOfCalls } from './callee-zones-of-calls.ts'
import { selectCallHistory, selectCalls, selectQueueStanding } from './list-queries.ts'
import type { CallRow } from './list-queries.ts'
import { waitReason } from './wait-reason.ts'
import type { QueueStanding } from './wait-reason.ts'

/**
 * Returns one page of a campaign's calls for the API, and how many there are. Their places in the queue are left out,
 * because each would have to be counted.
 *
 * @throws {Refusal} 404 where the project has no such campaign.
 */
export async function listCallsOf(
  { db, clock }: { db: Db; clock: Clock },
  { organization_id, project_id, campaign_id }: CampaignKey,
  list: List,
) {
  if (!isUuid(campaign_id)) throw refusals.campaignNotFound()
  const now = clock.now()
  const [queue, { items, total }] = await Promise.all([
    selectQueueStanding(db, organization_id, project_id, campaign_id, now),
    selectCalls(db, organization_id, campaign_id, list),
  ])
  if (queue === null) throw refusals.campaignNotFound()
  const zones = isAtCallee(queue.calling_hours)
    ? await readCalleeZones(db, { organization_id, project_id }, items)
    : noZones
  const shown = items.map((call) => ({ ...fieldsOf(call), waiting: waitOf(call, queue, now, zones) }))
  return { items: shown, total }
}

/**
 * Returns a call for the API, with its history and its position in the queue.
 *
 * @throws {Refusal} 404 where the campaign has no such call.
 */
export async function readCall(
  { db, clock }: { db: Db; clock: Clock },
  { organization_id, project_id, campaign_id }: CampaignKey,
  callId: string,
) {
  if (!isUuid(campaign_id) || !isUuid(callId)) throw refusals.callNotFound()
  const now = clock.now()
  const [queue, call] = await Promise.all([
    selectQueueStanding(db, organization_id, project_id, campaign_id, now),
    selectCallHistory(db, organization_id, campaign_id, callId),
  ])
  if (queue === null || call === null) throw refusals.callNotFound()
  const { customer, place, moves, attempts } = call
  const zones = isAtCallee(queue.calling_hours)
    ? await readCalleeZones(db, { organization_id, project_id }, [call])
    : noZones
  const wait = waitOf(call, queue, now, zones)
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

/** Returns the fields that every list and page of calls shows. */
export function fieldsOf(call: CallRow) {
  return {
    _id: call._id,
    campaign_id: call.campaign_id,
    placed_by: call.placed_by,
    call_direction: directionOf(call.placed_by),
    phone_number: call.phone_number,
    state: call.state,
    state_since: call.state_since,
    created_at: call.created_at,
    attempts_count: call.attempts_count,
    error: errorOf(call),
    cancel_requested_at: call.cancel_requested_at,
  }
}

/** Returns what a call waits for at the moment; null unless it waits. */
export function waitOf(call: CallRow, queue: QueueStanding, now: Date, zones: ZonesOfCalls) {
  const { waits_for, state_since: since } = call
  if (waits_for === null) return null
  const callee_zones = zones.get(call._id) ?? []
  const { reason, until, timezone, guard } = waitReason({ ...call, waits_for, callee_zones }, queue, now)
  return { reason, guard, since, until, timezone }
}

function errorOf({ error_code: code, error_reason: reason }: Pick<CallRow, 'error_code' | 'error_reason'>) {
  return code === null && reason === null ? null : { code, reason }
}
