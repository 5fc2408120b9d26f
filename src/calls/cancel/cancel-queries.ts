import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { CallState } from '../call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'

/** A call by its keys. */
export interface CallKey extends CampaignKey {
  call_id: string
}

/** A locked call. */
export interface CallToCancel {
  state: CallState
  /** Null for a caller who withholds it. */
  phone_number: string | null
  queue_number: number
  /** Another call of the project has the number, and keeps it until this transaction ends. */
  is_number_in_use: boolean
}

/**
 * Locks a call. If another call has the number, locks the number's row first. A transaction that frees the number then
 * waits for this one, and no longer finds this call among those that wait. If the call were locked first, both
 * transactions could miss the next call to the number. If the call itself has the number, the number's row is not
 * locked, because ending an attempt locks the call first.
 */
export async function lockCallToCancel(
  transaction: Transaction,
  { organization_id, project_id, campaign_id, call_id }: CallKey,
): Promise<CallToCancel | null> {
  const [otherCalls, [call]] = await Promise.all([
    transaction.query(sql`
      select n.call_id from calls c
      join numbers_in_use n on n.organization_id = c.organization_id and n.project_id = c.project_id
        and n.phone_number = c.phone_number and n.call_id <> c._id
      where c.organization_id = ${organization_id} and c.project_id = ${project_id}
        and c.campaign_id = ${campaign_id} and c._id = ${call_id}
      for key share of n`),
    transaction.query<Omit<CallToCancel, 'is_number_in_use'>>(sql`
      select state, phone_number, queue_number from calls
      where organization_id = ${organization_id} and project_id = ${project_id} and campaign_id = ${campaign_id}
        and _id = ${call_id}
      for update`),
  ])
  return call === undefined ? null : { ...call, is_number_in_use: otherCalls.length > 0 }
}

/** Records when somebody first asked to cancel the call. */
export async function updateCancelRequested(
  transaction: Transaction,
  { organization_id, call_id }: CallKey,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update calls set cancel_requested_at = coalesce(cancel_requested_at, ${now})
    where organization_id = ${organization_id} and _id = ${call_id}`)
}

/**
 * Puts the next call of the campaign that waits for the number of a canceled call back into the queue; the number is
 * free. Returns the campaign, if there is such a call. Reads only calls behind the canceled one, so that two concurrent
 * cancellations never deadlock. Index: calls_waiting_by_number.
 */
export async function unparkNext(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CallKey,
  { phone_number, queue_number }: Pick<CallToCancel, 'phone_number' | 'queue_number'>,
): Promise<CampaignKey[]> {
  return transaction.query<CampaignKey>(sql`
    update calls c set waits_for = 'turn'
    where c.organization_id = ${organization_id} and c.waits_for = 'number' and c._id = (
      select _id from calls
      where organization_id = ${organization_id} and project_id = ${project_id} and phone_number = ${phone_number}
        and state = 'waiting' and waits_for = 'number' and campaign_id = ${campaign_id}
        and queue_number > ${queue_number}
      order by queue_number limit 1)
    returning c.organization_id, c.project_id, c.campaign_id`)
}

/**
 * Returns the id of a call's attempt under way if it has a SID, and moves its next poll forward to `pollAt`: if this
 * process fails to end the call, a worker ends it. An attempt without a SID keeps its `poll_at`, which is its lease.
 */
export async function updateAttemptToEnd(
  transaction: Transaction,
  { organization_id, call_id }: CallKey,
  pollAt: Date,
): Promise<string | null> {
  const [attempt] = await transaction.query<{ _id: string }>(sql`
    update call_attempts set poll_at = least(poll_at, ${pollAt})
    where organization_id = ${organization_id} and call_id = ${call_id}
      and state in ('dialling', 'unresolved', 'ringing', 'live') and carrier_call_sid is not null
    returning _id`)
  return attempt?._id ?? null
}

/** Returns the name of a campaign; null if the project has no such campaign. */
export async function selectCampaignName(
  db: Db,
  { organization_id, project_id, campaign_id }: CampaignKey,
): Promise<string | null> {
  const [campaign] = await db.query<{ name: string }>(sql`
    select name from campaigns where organization_id = ${organization_id} and project_id = ${project_id}
      and _id = ${campaign_id}`)
  return campaign?.name ?? null
}

/**
 * Returns the ids of a campaign's waiting calls that were accepted until an instant, in the order of the queue. Each
 * list of waiting calls is in this order, so that of a million only the first of each are read. Index: calls_in_queue.
 */
export async function selectWaitingCalls(
  db: Db,
  { organization_id, project_id, campaign_id }: CampaignKey,
  until: Date,
  limit: number,
): Promise<string[]> {
  const first = (waitsFor: Sql) => sql`(
    select _id, queue_number from calls
    where organization_id = ${organization_id} and project_id = ${project_id} and campaign_id = ${campaign_id}
      and state = 'waiting' and waits_for = ${waitsFor} and created_at <= ${until}::timestamptz
    order by queue_number limit ${limit})`
  const calls = await db.query<{ _id: string }>(sql`
    select _id from (
      ${first(sql`'turn'`)} union all ${first(sql`'number'`)} union all ${first(sql`'due'`)}) waiting
    order by queue_number limit ${limit}`)
  return calls.map(({ _id }) => _id)
}

/** Returns the state of a call; null if it was deleted, as happens to a triggered call that was not placed. */
export async function selectCallState(
  db: Db,
  { organization_id, call_id }: CallKey,
): Promise<CallState | null> {
  const [call] = await db.query<{ state: CallState }>(sql`
    select state from calls where organization_id = ${organization_id} and _id = ${call_id}`)
  return call?.state ?? null
}
