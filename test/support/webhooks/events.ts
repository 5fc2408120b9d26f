import { uuidv7 } from '../../../src/base/ids.ts'
import type { Db } from '../../../src/db/database.ts'
import type { Queryable } from '../../../src/db/queryable.ts'
import { sql } from '../../../src/db/sql.ts'
import { makeDeliveries } from '../../../src/events/delivery-queries.ts'
import { eventually } from '../service.ts'

/**
 * Waits until every transaction has ended that is running now, those of other tests on the same server too: the log of
 * events ends before them (Promise 117).
 */
export async function othersEnd(db: Queryable): Promise<void> {
  const [row] = await db.query<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  )
  await eventually('the transactions have ended', async () => {
    const [ended] = await db.query<{ all: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${row!.next}::xid8 as all`,
    )
    return ended?.all === true ? true : null
  })
}

export interface Tenant {
  organization_id: string
  project_id: string
}

export interface NewEvent {
  type?: string
  subjectId?: string
  data?: Record<string, unknown>
  texts?: Record<string, unknown> | null
  at?: Date
}

/** Writes an event as the transaction of a fact does. Returns its id. */
export async function insertEvent(
  db: Queryable,
  tenant: Tenant,
  { type = 'call.ended', subjectId = uuidv7(), data = {}, texts = null, at = new Date() }: NewEvent = {},
): Promise<string> {
  const _id = uuidv7()
  await insertEvents(db, tenant, [{ _id, type, subjectId, data, texts, at }])
  return _id
}

/** Writes an event and makes its deliveries, where no worker runs. Returns its id. */
export async function insertDeliveredEvent(db: Db, tenant: Tenant, event: NewEvent = {}): Promise<string> {
  const _id = await insertEvent(db, tenant, event)
  await makeDeliveries(db)
  return _id
}

/** Writes several events in one statement of the same shape. */
export async function insertEvents(
  db: Queryable,
  { organization_id, project_id }: Tenant,
  events: readonly (Required<NewEvent> & { _id: string })[],
): Promise<void> {
  await db.write(sql`
    insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data, texts)
    select ${organization_id}::uuid, ${project_id}::uuid, n._id, n.type, 'call', n.subject_id, n.at, n.data, n.texts
    from unnest(${events.map((one) => one._id)}::uuid[], ${events.map((one) => one.type)}::text[],
      ${events.map((one) => one.subjectId)}::uuid[], ${events.map((one) => one.at)}::timestamptz[],
      ${events.map((one) => JSON.stringify(one.data))}::jsonb[],
      ${events.map((one) => (one.texts === null ? null : JSON.stringify(one.texts)))}::jsonb[])
      as n (_id, type, subject_id, at, data, texts)
    where exists (select from webhook_endpoints p
      where p.organization_id = ${organization_id} and p.project_id = ${project_id} and p.removed_at is null)`)
}
