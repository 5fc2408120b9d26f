import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** How many calls of a campaign wait and are under way. */
export interface CallCounts {
  /** All that wait. */
  waiting: number
  /** Those that wait for nothing but a slot and the carrier's rate. */
  ready: number
  /** Slots in use. */
  under_way: number
}

/** Counts the calls of campaigns. Indexes: calls_in_queue, calling_slots_pkey. */
export async function countCalls(
  db: Queryable,
  organizationId: string,
  campaignIds: readonly string[],
): Promise<CallCounts> {
  const [counts] = await db.query<CallCounts>(sql`
    select w.waiting, w.ready, s.under_way
    from (select count(*) as waiting, count(*) filter (where waits_for = 'turn') as ready from calls
        where organization_id = ${organizationId} and campaign_id = any(${campaignIds}::uuid[]) and state = 'waiting') w,
      (select count(*) as under_way from calling_slots
        where organization_id = ${organizationId} and campaign_id = any(${campaignIds}::uuid[])
          and attempt_id is not null) s`)
  if (counts === undefined) throw new Error('a count returned no row')
  return counts
}

/** Counts the attempts under way over a carrier account. */
export async function countAttemptsOfCarrier(
  db: Queryable,
  organizationId: string,
  carrierId: string,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from calling_slots s
    join call_attempts a on a.organization_id = s.organization_id and a._id = s.attempt_id
    where s.organization_id = ${organizationId} and a.voice_carrier_id = ${carrierId}`)
  return row?.count ?? 0
}

/**
 * Counts the campaigns that have not ended and follow a workflow, give their calls to an agent, or call from a number.
 */
export async function countCampaignsWith(
  db: Queryable,
  organizationId: string,
  recordId: string,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from campaigns
    where organization_id = ${organizationId} and status <> 'ended'
      and (workflow_id = ${recordId} or agent_id = ${recordId} or caller_id_id = ${recordId})`)
  return row?.count ?? 0
}

/** Counts the broadcasts that send from a sender. */
export async function countBroadcastsWith(
  db: Queryable,
  organizationId: string,
  senderId: string,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from broadcasts
    where organization_id = ${organizationId} and whatsapp_sender_id = ${senderId}`)
  return row?.count ?? 0
}
