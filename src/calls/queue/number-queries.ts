import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { CampaignKey } from './queue-queries.ts'

/** A number that a call of a project has freed. */
export interface FreedNumber {
  organization_id: string
  project_id: string
  /** E.164. */
  phone_number: string
  /** The call that has freed it, and which may not have left its state yet. */
  call_id: string
}

/**
 * Frees the slot of an attempt and the number of its call. `isNumberWanted` and `passOnNumber` follow in the same
 * transaction.
 */
export async function freeSlotAndNumber(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
  callId: string,
): Promise<void> {
  await transaction.query(sql`
    with slot as (
      update calling_slots set attempt_id = null, taken_at = null
      where organization_id = ${organizationId} and attempt_id = ${attemptId}
    )
    delete from numbers_in_use where organization_id = ${organizationId} and call_id = ${callId}`)
}

/**
 * Returns whether `passOnNumber` may have something to do for a number that this transaction has freed. As a rule it
 * has not, and these two look-ups cost less than it does. It is a separate statement after the number was freed,
 * because only then does it see calls that were parked, and people who have called, meanwhile. It can be sent together
 * with the statement that frees the number. Indexes: calls_waiting_by_number, by its first row,
 * calls_of_callers_under_way.
 *
 * What the calls wait for is given as a range, in whose order only that index has them. Otherwise a plan that was made
 * while no call waited may read all parked calls of the organization (calls_in_queue).
 */
export async function isNumberWanted(transaction: Transaction, number: FreedNumber): Promise<boolean> {
  const { organization_id, project_id, phone_number } = number
  const [row] = await transaction.query<{ is_wanted: boolean }>(sql`
    select (select true from calls where organization_id = ${organization_id} and project_id = ${project_id}
        and phone_number = ${phone_number} and state = 'waiting' and waits_for between 'number' and 'number'
        order by waits_for, campaign_id, queue_number limit 1) is true
      or (select true ${callersOf(number)} limit 1) is true as is_wanted`)
  return row?.is_wanted ?? false
}

/**
 * Passes on a number that this transaction has freed: to a call of the same person to the project that goes on (Rule
 * 146), else to the calls that wait for the number. Returns the campaigns that may go on. Costs one statement, unless
 * such a call goes on. Needed only if `isNumberWanted`.
 */
export async function passOnNumber(transaction: Transaction, number: FreedNumber): Promise<CampaignKey[]> {
  for (;;) {
    const { has_caller, unparked } = await unparkNumber(transaction, number)
    if (!has_caller) return unparked
    if (await handToCaller(transaction, number)) return []
    // The call has ended meanwhile, or the number is in use again.
  }
}

/** Finds other calls of people with the number that go on. Index: calls_of_callers_under_way. */
const callersOf = ({ organization_id, project_id, phone_number, call_id }: FreedNumber): Sql => sql`
  from calls where organization_id = ${organization_id} and project_id = ${project_id}
    and phone_number = ${phone_number} and placed_by = 'caller' and state in ('ringing', 'live')
    and _id <> ${call_id}`

/**
 * Puts the first call of each campaign that waits for this number back into its queue; returns the campaigns. Where the
 * number is free and a call of a person with it goes on, `has_caller` is true, and nothing is put back. It is a
 * separate statement after the number was freed, because only then does it see calls that were parked, and people who
 * have called, meanwhile. Indexes: calls_waiting_by_number, read once for each campaign that has such a call,
 * calls_of_callers_under_way.
 */
async function unparkNumber(
  transaction: Transaction,
  number: FreedNumber,
): Promise<{ has_caller: boolean; unparked: CampaignKey[] }> {
  const { organization_id, project_id, phone_number } = number
  const waiting = sql`
    from calls where organization_id = ${organization_id} and project_id = ${project_id}
      and phone_number = ${phone_number} and state = 'waiting' and waits_for = 'number'`
  type Row = { has_caller: boolean } & (CampaignKey | { campaign_id: null })
  const rows = await transaction.query<Row>(sql`
    with recursive caller as materialized (
      select (select true ${callersOf(number)} limit 1) is true and not exists (
        select from numbers_in_use where organization_id = ${organization_id} and project_id = ${project_id}
          and phone_number = ${phone_number}) as has_caller
    ), first (campaign_id, _id) as (
      (select campaign_id, _id ${waiting} and not (select has_caller from caller)
        order by campaign_id, queue_number limit 1)
      union all
      select n.campaign_id, n._id from first cross join lateral (
        select campaign_id, _id ${waiting} and campaign_id > first.campaign_id
        order by campaign_id, queue_number limit 1) n
    ), unparked as (
      update calls c set waits_for = 'turn'
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from first))
        and (c.waits_for = 'number') is true
      returning c.organization_id, c.project_id, c.campaign_id
    )
    select caller.has_caller, unparked.* from caller left join unparked on true`)
  const unparked = rows.flatMap((row) => (row.campaign_id === null ? [] : [row]))
  return { has_caller: rows[0]?.has_caller ?? false, unparked }
}

/**
 * Gives a free number to a call of a person that goes on. Returns false if there is none any more, or another call has
 * the number. Such a call may be ending at this moment: the lock waits for that. One that ends later finds a new
 * version of its row, and so does not miss that it has the number (`updateReported`).
 */
async function handToCaller(transaction: Transaction, number: FreedNumber): Promise<boolean> {
  const { organization_id } = number
  const taken = await transaction.query(sql`
    with caller as materialized (
      select _id ${callersOf(number)} order by _id limit 1 for update
    ), locked as (
      update calls c set state_since = c.state_since
      where c.organization_id = ${organization_id} and c._id = (select _id from caller)
      returning c.organization_id, c.project_id, c.phone_number, c._id
    )
    insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
    select organization_id, project_id, phone_number, _id from locked
    on conflict do nothing returning call_id`)
  return taken.length === 1
}
