import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Deliveries are made of so many events at once, and of all others of the last one's transaction. */
const eventsMax = 1_000

/** Behind the place of every transaction that has begun. */
const placeAhead = sql`(select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`

/** Whether there are events without deliveries behind the progress `p`. Index: events_by_tx, by one row. */
const isWaiting = sql`(
  p.is_behind
  or exists (select from (
    select from events where tx >= p.until_tx and tx < ${placeAhead} order by tx limit 1) e)
  or exists (select from unnest(p.running) r (tx) cross join lateral (
    select from events e where e.tx = r.tx limit 1) e))`

/** Now, if events wait for their deliveries. */
export const dueWhileEventsWait = (now: Date) =>
  sql`(select ${now}::timestamptz from delivery_progress p where ${isWaiting})`

const columns = sql`organization_id, project_id, _id, type, subject_id, at, tx`

/** The place of the next transaction, and the transactions that run, as events have them. */
const moment = sql`
  select o.xid_base + pg_snapshot_xmax(s.snapshot)::text::bigint as place,
    array(select o.xid_base + x::text::bigint from pg_snapshot_xip(s.snapshot) x) as running
  from event_order o, (select pg_current_snapshot() as snapshot) s`

/**
 * Returns the insert of deliveries of events, for each endpoint that chose their type. An endpoint gets none for its
 * own end (`webhook_endpoint.disabled`). What has its deliveries keeps them. An organization that a move has closed is
 * left out: the move itself has made its deliveries (`makeDeliveriesOf`).
 */
function insertedDeliveries(events: Sql): Sql {
  return sql`
    insert into webhook_deliveries (organization_id, endpoint_id, event_id, subject_id, state, created_at, due_at)
    select e.organization_id, p._id, e._id, e.subject_id, case when p.disabled_at is null then 'waiting' else 'held' end,
      e.at, e.at
    from (${events}) e
    join webhook_endpoints p on p.organization_id = e.organization_id and p.project_id = e.project_id
      and e.type = any(p.types) and p.removed_at is null
    where not (e.type = 'webhook_endpoint.disabled' and e.subject_id = p._id)
      and not exists (select from organization_moves m where m.organization_id = e.organization_id and m.is_closed)
    on conflict do nothing`
}

/**
 * Makes the deliveries of events that were committed since this was done last (Promise 76), in any number of processes,
 * of which one at a time does something. Returns how many events there were.
 *
 * Transactions commit in another order than that of their places, and a slow one must not hold up the others. So what
 * is remembered is a snapshot: the place of the next transaction and those that run. An event is new if that snapshot
 * did not see it. What one snapshot sees is whole: of two events of a subject, which follow each other under its lock,
 * it never sees the second alone (Promise 78).
 */
export async function makeDeliveries(db: Db): Promise<number> {
  let count = 0
  for (;;) {
    const made = await db.transaction(async (transaction) => {
      const locked = await transaction.write(sql`
        select from delivery_progress p where ${isWaiting} for update skip locked`)
      return locked.length === 0 ? null : makeSome(transaction)
    })
    count += made?.events ?? 0
    if (made?.is_behind !== true) return count
  }
}

/**
 * Waits until the deliveries that are being made are committed, and lets nobody make others until the transaction ends.
 */
export async function waitForMadeDeliveries(transaction: Transaction): Promise<void> {
  await transaction.write(sql`select from delivery_progress for update`)
}

/** Makes deliveries of up to 1,000 events under the lock of the progress, which was taken by an earlier statement. */
async function makeSome(transaction: Transaction): Promise<{ events: number; is_behind: boolean }> {
  const [made] = await transaction.write<{ events: number; is_behind: boolean }>(sql`
    with progress as materialized (select until_tx, running from delivery_progress), moment as materialized (${moment}),
    late as materialized (
      select e.* from progress p cross join lateral unnest(p.running) r (tx) cross join lateral (
        select ${columns} from events e where e.tx = r.tx offset 0) e
    ), fresh as materialized (
      select ${columns} from events
      where tx >= (select until_tx from progress) and tx < (select place from moment)
      order by tx fetch first (${eventsMax}::bigint) rows with ties
    ), reached as materialized (
      select count(*) >= ${eventsMax}::bigint as is_behind,
        case when count(*) >= ${eventsMax}::bigint then max(tx) + 1
          else greatest((select place from moment), (select until_tx from progress)) end as until_tx
      from fresh
    ), made as (${insertedDeliveries(sql`select * from late union all select * from fresh`)}
    ), kept as (
      update delivery_progress set until_tx = r.until_tx, is_behind = r.is_behind,
        running = array(select tx from unnest(m.running) u (tx) where tx < r.until_tx)
      from reached r, moment m
    )
    select (select count(*) from late) + (select count(*) from fresh) as events, is_behind from reached`)
  return made!
}

/**
 * Makes all deliveries of an organization's events that have none yet. To be called when nobody else can write its rows
 * any more.
 */
export async function makeDeliveriesOf(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.write(
    insertedDeliveries(sql`
      select e.* from delivery_progress p cross join lateral (
        select ${columns} from events
        where organization_id = ${organizationId} and (tx >= p.until_tx or tx = any(p.running)) offset 0) e`),
  )
}

/**
 * Makes the deliveries of all events, waiting for others that do so. To be called under a lock of `events` that lets
 * nobody write any.
 */
export async function makeAllDeliveries(transaction: Transaction): Promise<void> {
  await waitForMadeDeliveries(transaction)
  for (let count = eventsMax; count >= eventsMax;) count = (await makeSome(transaction)).events
}

/**
 * Lets deliveries go on from here, under the same lock, once places have changed. What was written before has its
 * deliveries.
 */
export async function restartDeliveries(transaction: Transaction): Promise<void> {
  await transaction.write(sql`
    with moment as (${moment})
    update delivery_progress set until_tx = m.place, running = m.running, is_behind = false from moment m`)
}

/**
 * Deletes the deliveries of a project's events, and the attempts at them, together with the events. One whose event is
 * gone could not be sent. What was put off behind it is due. By the primary keys, for each endpoint of the project;
 * index: webhook_deliveries_by_subject.
 */
export async function deleteDeliveries(
  transaction: Transaction,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  eventIds: readonly string[],
): Promise<void> {
  const deleteFrom = (table: Sql) => sql`
    delete from ${table} where ctid = any(array(
      select d.ctid from webhook_endpoints p
      cross join lateral (
        select ctid from ${table}
        where organization_id = ${organization_id} and endpoint_id = p._id and event_id = any(${eventIds}::uuid[])) d
      where p.organization_id = ${organization_id} and p.project_id = ${project_id}))`
  await Promise.all([
    transaction.query(deleteFrom(sql`webhook_attempts`)),
    transaction.query(sql`
      with gone as (${deleteFrom(sql`webhook_deliveries`)} returning endpoint_id, subject_id, state)
      update webhook_deliveries d set due_at = least(d.due_at, now())
      from (select distinct endpoint_id, subject_id from gone where state in ('waiting', 'sending')) g
      where d.organization_id = ${organization_id} and d.endpoint_id = g.endpoint_id and d.subject_id = g.subject_id
        and d.state = 'waiting' and d.failures = 0 and d.event_id <> all(${eventIds}::uuid[])`),
  ])
}
