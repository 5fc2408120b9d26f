import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import type { Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { timeZoneOfNumber } from '../../people/time-zone-property.ts'
import { factsOfCalls } from '../call-events.ts'
import type { CampaignKey, QueueCheck } from '../queue/queue-queries.ts'
import type { CalleeFacts } from './callee-zones.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** The columns of `CalleeFacts`, from `calls c`. */
export const factsOfCall = sql`c.phone_number, c.customer -> 'timezone' as customer_timezone,
  ${timeZoneOfNumber({ organization_id: sql`c.organization_id`, project_id: sql`c.project_id`, phone_number: sql`c.phone_number` })}
    as profile_timezone`

/** Returns the property `timezone` of the people with these numbers, by number; numbers without one are left out. */
export async function selectZoneProperties(
  db: Reader,
  { organization_id, project_id }: Project,
  numbers: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await db.query<{ phone_number: string; timezone: unknown }>(sql`
    select g.phone_number, ${timeZoneOfNumber({
      organization_id: sql`${organization_id}::uuid`,
      project_id: sql`${project_id}::uuid`,
      phone_number: sql`g.phone_number`,
    })} as timezone
    from (select distinct unnest(${numbers}::text[]) as phone_number) g`)
  return new Map(
    rows.flatMap(({ phone_number, timezone }) => (timezone === null ? [] : [[phone_number, timezone]])),
  )
}

/** Returns the facts that decide a callee's time zone, and the campaign's present hours. By primary keys. */
export async function selectCallee(
  db: Reader,
  {
    organization_id,
    call_id,
    campaign_id,
  }: { organization_id: string; call_id: string; campaign_id: string },
): Promise<(CalleeFacts & { calling_hours: CampaignHours | null }) | null> {
  const [callee] = await db.query<CalleeFacts & { calling_hours: CampaignHours | null }>(sql`
    select ${factsOfCall}, g.calling_hours
    from calls c join campaigns g on g.organization_id = c.organization_id and g._id = ${campaign_id}
    where c.organization_id = ${organization_id} and c._id = ${call_id}`)
  return callee ?? null
}

/** A waiting call that is looked at, locked. */
export interface WaitingCallee extends CalleeFacts {
  _id: string
  queue_number: number
}

/** How many waiting calls are looked at in one transaction, which takes about 50 ms. */
const most = sql`1000`
/** Fewer come back at a time, because the first of them is to be dialed at the minute in which its zone opens. */
const returnedMost = sql`250`

/** Locks calls whose delay is over, in the order in which they may go. Index: calls_due_in_order. */
export function lockDueCallees(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  now: Date,
): Promise<WaitingCallee[]> {
  return lockCallees(
    transaction,
    organization_id,
    sql`select _id from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
      and waits_for = 'due' and due_at <= ${now} order by due_at, queue_number limit ${returnedMost}`,
  )
}

/**
 * Locks those of the first calls of a queue whose hours at the callee were never looked up, or have closed since.
 * Claims pass over them, so without this they would fill the head of the queue. Index: calls_in_queue.
 */
export function lockUncheckedCallees(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  openBeyond: Date,
): Promise<WaitingCallee[]> {
  return lockCallees(
    transaction,
    organization_id,
    sql`select _id from (
        select _id, open_until from calls where organization_id = ${organization_id} and campaign_id = ${campaign_id}
          and state = 'waiting' and waits_for = 'turn' order by queue_number limit ${most}) first
      where open_until is null or open_until <= ${openBeyond}`,
  )
}

/**
 * Returns the next calls behind a position in the queue that hours can hold, locked; `last` is the position of the last
 * one that was read, null if there is none. A call that another transaction has locked is left out: its hours are asked
 * before it is dialed. Index: calls_in_queue, read once for each of two lists.
 */
export async function lockCalleesFrom(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  from: number,
): Promise<{ callees: WaitingCallee[]; last: number | null }> {
  const list = (waitsFor: Sql) => sql`(select _id, queue_number, held_timezone, waits_for from calls
    where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
      and waits_for = ${waitsFor} and queue_number > ${from} order by queue_number limit ${most})`
  const rows = await transaction.query<{ _id: string; queue_number: number; is_held: boolean }>(sql`
    select _id, queue_number, waits_for = 'turn' or held_timezone is not null as is_held
    from (${list(sql`'turn'`)} union all ${list(sql`'due'`)}) both_lists
    order by queue_number limit ${most}`)
  const ids = rows.flatMap(({ _id, is_held }) => (is_held ? [_id] : []))
  const callees =
    ids.length === 0
      ? []
      : await lockCallees(transaction, organization_id, sql`select unnest(${ids}::uuid[])`)
  return { callees, last: rows.at(-1)?.queue_number ?? null }
}

function lockCallees(transaction: Transaction, organization_id: string, ids: Sql): Promise<WaitingCallee[]> {
  return transaction.query<WaitingCallee>(sql`
    with locked as materialized (
      select c.* from calls c where c.organization_id = ${organization_id} and c._id = any(array(${ids}))
        and c.state = 'waiting' and c.waits_for in ('turn', 'due')
      for update of c skip locked)
    select c._id, c.queue_number, ${factsOfCall} from locked c`)
}

/** Where a waiting call goes: into the queue until the hours close, or aside until they open. */
export interface LookedAt {
  _id: string
  /** Null: it waits aside. */
  open_until: Date | null
  /** Null: it is in the queue. */
  due_at: Date | null
  held_timezone: string | null
}

/** Writes where locked calls go. Those that go where they are already are not written again. */
export async function updateLookedAt(
  transaction: Transaction,
  organizationId: string,
  calls: readonly LookedAt[],
): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ _id }) => _id)
  await transaction.query(sql`
    update calls c set waits_for = case when f.due_at is null then 'turn' else 'due' end, due_at = f.due_at,
      held_by = null, open_until = f.open_until, held_timezone = f.held_timezone
    from unnest(${ids}::uuid[], ${calls.map(({ open_until }) => open_until)}::timestamptz[],
      ${calls.map(({ due_at }) => due_at)}::timestamptz[], ${calls.map(({ held_timezone }) => held_timezone)}::text[])
      as f (_id, open_until, due_at, held_timezone)
    where c.organization_id = ${organizationId} and c._id = any(${ids}::uuid[]) and c._id = f._id
      and (c.waits_for, c.due_at, c.held_by, c.open_until, c.held_timezone) is distinct from
        (case when f.due_at is null then 'turn' else 'due' end, f.due_at, null::text, f.open_until, f.held_timezone)`)
}

/** Ends locked calls as failed, since nobody knows the zone of their callee. */
export async function failUnknownCallees(
  transaction: Transaction,
  { organization_id, project_id }: Project,
  calls: readonly { _id: string; reason: string; move_id: string }[],
  now: Date,
): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ _id }) => _id)
  await transaction.query(sql`
    with unknown as materialized (
      select * from unnest(${ids}::uuid[], ${calls.map(({ reason }) => reason)}::text[],
        ${calls.map(({ move_id }) => move_id)}::uuid[]) as u (_id, reason, move_id)
    ), ended as (
      update calls c set state = 'failed', state_since = ${now}, waits_for = null, due_at = null,
        error_reason = (select reason from unknown u where u._id = c._id)
      where c.organization_id = ${organization_id} and c._id = any(${ids}::uuid[])
      returning c.*
    ), ${eventsOf({ organization_id, project_id }, factsOfCalls(sql`select * from ended`, ['call.ended'], now, { last: 'attempt' }))}
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select ${organization_id}::uuid, move_id, _id, 'waiting', 'failed', reason, ${now}::timestamptz from unknown`)
}

/**
 * Puts the next call of the campaign that waits for one of these numbers back into the queue, for each number; called
 * when the calls before them have left it. One that another transaction has locked is left to that one, which puts it
 * back or ends it. Index: calls_waiting_by_number.
 */
export async function unparkBehind(
  transaction: Transaction,
  { organization_id, project_id, campaign_id }: CampaignKey,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return
  await transaction.query(sql`
    with behind as materialized (
      select n._id from (select distinct unnest(${numbers}::text[]) as number) g cross join lateral (
        select _id from calls where organization_id = ${organization_id} and project_id = ${project_id}
          and phone_number = g.number and state = 'waiting' and waits_for = 'number' and campaign_id = ${campaign_id}
        order by queue_number limit 1) n
    ), locked as materialized (
      select c._id from calls c where c.organization_id = ${organization_id}
        and c._id = any(array(select _id from behind)) and (c.waits_for = 'number') is true
      for update of c skip locked
    )
    update calls c set waits_for = 'turn'
    where c.organization_id = ${organization_id} and c._id = any(array(select _id from locked))`)
}

/** Writes how far the calls of a locked queue were looked at. */
export async function updateQueueCheck(
  transaction: Transaction,
  { organization_id, campaign_id }: CampaignKey,
  { checked_hours, recheck_from }: QueueCheck,
): Promise<void> {
  await transaction.query(sql`
    update campaign_queues set checked_hours = ${checked_hours === null ? null : JSON.stringify(checked_hours)}::jsonb,
      recheck_from = ${recheck_from}
    where organization_id = ${organization_id} and campaign_id = ${campaign_id}`)
}
