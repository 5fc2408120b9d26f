import { greatestId } from '../../base/ids.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventDays, firstIdAt } from '../../events/queries.ts'

/** The most rows that one statement deletes. */
const deletedMax = 1_000

/** Deletes deliveries of past events and of removed endpoints, 1,000 at a time. Returns how many. */
export async function deletePastDeliveries(db: Queryable, now: Date): Promise<number> {
  return deletePast(db, sql`webhook_deliveries`, now)
}

/** Deletes attempts of past events and of removed endpoints, 1,000 at a time. Returns how many. */
export async function deletePastAttempts(db: Queryable, now: Date): Promise<number> {
  return deletePast(db, sql`webhook_attempts`, now)
}

/** Index: the table's primary key, once an endpoint: by endpoint and event, whose ids begin with their time. */
async function deletePast(db: Queryable, table: Sql, now: Date): Promise<number> {
  const before = firstIdAt(new Date(now.getTime() - eventDays * 86_400_000))
  const deleted = await db.write(sql`
    delete from ${table} where ctid = any(array(
      select d.ctid from webhook_endpoints p
      cross join lateral (
        select ctid from ${table} d
        where d.organization_id = p.organization_id and d.endpoint_id = p._id and is_here(p.organization_id)
          and d.event_id < case when p.removed_at is null then ${before}::uuid else ${greatestId}::uuid end
        order by d.event_id limit ${deletedMax}::bigint) d
      limit ${deletedMax}::bigint))
    returning event_id`)
  return deleted.length
}

/**
 * Deletes removed endpoints without rows, 1,000 at a time, an hour after the removal: a transaction that ran at the
 * removal may still add deliveries within a minute. Returns how many were deleted.
 */
export async function deleteRemovedEndpoints(db: Queryable, now: Date): Promise<number> {
  const of = sql`d.organization_id = p.organization_id and d.endpoint_id = p._id`
  const deleted = await db.write(sql`
    delete from webhook_endpoints where ctid = any(array(
      select p.ctid from webhook_endpoints p
      where p.removed_at < ${now}::timestamptz - interval '1 hour' and is_here(p.organization_id)
        and not exists (select from webhook_deliveries d where ${of})
        and not exists (select from webhook_attempts d where ${of})
        and not exists (select from webhook_resends d where ${of})
      limit ${deletedMax}::bigint))
    returning _id`)
  return deleted.length
}

/**
 * Forgets secrets that do not sign any more, 1,000 at a time. An endpoint that is being changed is left to the next
 * step. Returns how many were forgotten.
 */
export async function deleteOldSecrets(db: Queryable, now: Date): Promise<number> {
  const forgotten = await db.write(sql`
    with past as (
      select organization_id, _id from webhook_endpoints where old_secret_until <= ${now} and is_here(organization_id)
      limit ${deletedMax}::bigint for update skip locked)
    update webhook_endpoints p set old_secret = null, old_secret_until = null
    from past where p.organization_id = past.organization_id and p._id = past._id
    returning p._id`)
  return forgotten.length
}

/**
 * Deletes requests to send again from before the instant, and of removed endpoints, 1,000 at a time. Returns how many.
 */
export async function deletePastResends(db: Queryable, before: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from webhook_resends where (organization_id, _id) in (
      select r.organization_id, r._id from webhook_resends r
      join webhook_endpoints p on p.organization_id = r.organization_id and p._id = r.endpoint_id
      where (r.created_at < ${before} or p.removed_at is not null) and is_here(r.organization_id)
      limit ${deletedMax}::bigint)
    returning _id`)
  return deleted.length
}
