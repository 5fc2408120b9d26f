import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { EndpointKey } from '../delivery/line-queries.ts'

/** A request to send deliveries again, with its cursor. */
export interface Resend {
  organization_id: string
  _id: string
  endpoint_id: string
  /** JSON; null: all deliveries. */
  filters: string | null
  created_at: string
  deliveries_count: number
  queued_count: number
  after_event_id: string | null
}

/** The filters of a request to send what was held while its endpoint was disabled. */
export const heldFilters = '{"state":"held"}'

/** Returns a condition: the held deliveries of an endpoint are being queued. Index: webhook_resends_by_endpoint. */
export function isQueueingHeld({ organization_id, endpoint_id }: EndpointKey): Sql {
  return sql`exists (select from webhook_resends r where r.organization_id = ${organization_id}
    and r.endpoint_id = ${endpoint_id} and r.finished_at is null and r.filters = ${heldFilters})`
}

/** A locked request. */
export interface OpenResend extends Resend {
  project_id: string
}

export async function insertResend(
  db: Queryable,
  resend: Pick<Resend, 'organization_id' | '_id' | 'endpoint_id' | 'filters' | 'deliveries_count'> & {
    created_at: Date
    requested_by: string
  },
): Promise<void> {
  await db.write(sql`
    insert into webhook_resends (organization_id, _id, endpoint_id, filters, created_at, requested_by, deliveries_count)
    values (${resend.organization_id}, ${resend._id}, ${resend.endpoint_id}, ${resend.filters}, ${resend.created_at},
      ${resend.requested_by}, ${resend.deliveries_count})`)
}

/**
 * Locks the open request with the fewest queued deliveries, the oldest of several, leaving out those that another
 * process has locked. So no large request, and no tenant with many, makes others wait until its end. Null if there is
 * none.
 */
export async function lockOpenResend(transaction: Transaction): Promise<OpenResend | null> {
  const [resend] = await transaction.write<OpenResend>(sql`
    select r.organization_id, p.project_id, r._id, r.endpoint_id, r.filters, r.created_at, r.deliveries_count,
      r.queued_count, r.after_event_id
    from webhook_resends r join webhook_endpoints p on p.organization_id = r.organization_id and p._id = r.endpoint_id
    where r.finished_at is null and is_here(r.organization_id)
    order by r.queued_count, r.created_at limit 1 for update of r skip locked`)
  return resend ?? null
}

/** Now, if a request has not ended. Index: webhook_resends_open. */
export const dueWhileResending = (now: Date) =>
  sql`(select ${now}::timestamptz where exists (
    select from webhook_resends where finished_at is null and is_here(organization_id)))`

/** Moves the cursor of a locked request. */
export async function updateResend(
  transaction: Transaction,
  { organization_id, _id }: Resend,
  after: { queuedCount: number; afterEventId: string | null; finishedAt: Date | null },
): Promise<void> {
  await transaction.write(sql`
    update webhook_resends set queued_count = ${after.queuedCount}, after_event_id = ${after.afterEventId},
      finished_at = ${after.finishedAt}
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/** A request to send deliveries again, as lists show it. */
export interface ResendItem {
  _id: string
  filters: unknown
  created_at: string
  requested_by: string
  deliveries_count: number
  queued_count: number
  finished_at: string | null
}

/** Returns one page of an endpoint's requests to send again, the newest first. Index: webhook_resends_by_endpoint. */
export async function selectResends(
  db: Reader,
  { organization_id, endpoint_id }: EndpointKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: ResendItem[]; total: number }> {
  const mine = sql`organization_id = ${organization_id} and endpoint_id = ${endpoint_id}`
  const [items, counted] = await Promise.all([
    db.query<ResendItem>(sql`
      select _id, coalesce(filters, '{}')::jsonb as filters, created_at, requested_by, deliveries_count, queued_count,
        finished_at
      from webhook_resends where ${mine} order by _id desc limit ${limit}::bigint offset ${skip}::bigint`),
    db.query<{ total: number }>(sql`select count(*) as total from webhook_resends where ${mine}`),
  ])
  return { items, total: counted[0]?.total ?? 0 }
}
