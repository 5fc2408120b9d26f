import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** How long events are kept. */
export const eventDays = 30

/** The most events that one statement deletes. */
const deletedMax = 1_000

/**
 * Deletes events that were written more than 30 days ago, at most 1,000. Returns how many. Their deliveries are deleted
 * by `deletePastDeliveries`. Index: the primary key, once an organization.
 */
export async function deletePastEvents(db: Queryable, now: Date): Promise<number> {
  const before = firstIdAt(new Date(now.getTime() - eventDays * 86_400_000))
  const deleted = await db.write(sql`
    delete from events where ctid = any(array(
      select e.ctid from organizations o
      cross join lateral (
        select ctid from events where organization_id = o._id and _id < ${before}::uuid and is_here(o._id)
        order by _id limit ${deletedMax}::bigint) e
      limit ${deletedMax}::bigint))
    returning _id`)
  return deleted.length
}

/** Returns the least id of events that were written at an instant or later: a UUIDv7 begins with its time. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Whether stored transaction ids are ahead of this server's, as after a dump of another server was restored. */
const isRestored = sql`exists (
  select from (
    select tx from (select tx from events order by tx desc limit 1) e
    union all select until_tx - 1 from delivery_progress) known
  where known.tx >= (select xid_base from event_order) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`

/**
 * Orders new events after those of a restored dump, on a server whose transaction ids start again. Moves events that
 * were written since behind the dump's: they are the rows whose `xmin` fits their `tx`. Returns whether there was
 * anything to do. Index: events_by_tx.
 */
export async function continueEventOrder(db: Db): Promise<boolean> {
  const [restored] = await db.query<{ is_restored: boolean }>(sql`select ${isRestored} as is_restored`)
  if (restored?.is_restored !== true) return false
  return db.transaction(async (transaction) => {
    // Waits for transactions that write events. Those that come later wait, and have the new base. Its change sets the
    // default of a column, which needs this lock.
    await transaction.query(sql`lock table events in access exclusive mode`)
    const [still] = await transaction.query<{ is_restored: boolean; base: number; highest: number }>(sql`
      select ${isRestored} as is_restored, (select xid_base from event_order) as base,
        greatest((select max(tx) from events), (select until_tx - 1 from delivery_progress)) as highest`)
    if (still?.is_restored !== true) return false
    const { base } = still
    const next = still.highest + 1
    await transaction.query(sql`
      update events set tx = tx - ${base}::bigint + ${next}::bigint
      where tx >= ${base}::bigint and tx < ${base}::bigint + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        and xmin::text::bigint = mod(tx - ${base}::bigint, 4294967296)`)
    await transaction.query(sql`update event_order set xid_base = ${next}::bigint`)
    return true
  })
}
