import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { CallState } from '../call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'

/** A call that somebody wants to end. */
export interface CallKey extends CampaignKey {
  call_id: string
}

/** A call under its lock. */
export interface CallToCancel {
  state: CallState
  phone_number: string
  queue_number: number
  /** Another call of the project has the number, and keeps it until this transaction is over. */
  is_number_in_use: boolean
}

/**
 * Locks a call, and before it the row of its number where another call has that: whoever frees the number then comes
 * after us, and looks for who waits for it when this call waits no more. In the other order both could miss whom this
 * call stood before. Its own number's row is left alone: the end of its dial takes the call first.
 */
export async function lockCallToCancel(
  transaction: Transaction,
  { organization_id, project_id, campaign_id, call_id }: CallKey,
): Promise<CallToCancel | null> {
  const [holders, [call]] = await Promise.all([
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
  return call === undefined ? null : { ...call, is_number_in_use: holders.length > 0 }
}

/** Notes the first time that somebody asked to end the call. */
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
 * Puts the call back into the line that waits behind a canceled one of its campaign for the same number, which is free;
 * answers the campaign, if there is one. Only calls that came later are looked at, so that two that are canceled at once
 * never wait for each other. Index: calls_waiting_by_number.
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
 * The dial of a call that is under way, if the carrier has named it. Puts the next question to the carrier forward to
 * `pollAt`: should this process fail to end the call there, a worker does. A dial without a SID keeps its instant, which
 * is its lease.
 */
export async function updateAttemptToEnd(
  transaction: Transaction,
  { organization_id, call_id }: CallKey,
  pollAt: Date,
): Promise<string | null> {
  const [dial] = await transaction.query<{ _id: string }>(sql`
    update call_attempts set poll_at = least(poll_at, ${pollAt})
    where organization_id = ${organization_id} and call_id = ${call_id}
      and state in ('dialling', 'unresolved', 'ringing', 'live') and carrier_call_sid is not null
    returning _id`)
  return dial?._id ?? null
}

/** Where a call stands now; null where it was removed, as a triggered one is that the carrier did not take. */
export async function selectCallState(
  db: Db,
  { organization_id, call_id }: CallKey,
): Promise<CallState | null> {
  const [call] = await db.query<{ state: CallState }>(sql`
    select state from calls where organization_id = ${organization_id} and _id = ${call_id}`)
  return call?.state ?? null
}
