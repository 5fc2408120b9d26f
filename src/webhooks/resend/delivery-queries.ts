import type { Db } from '../../db/database.ts'
import { selectPage } from '../../db/page.ts'
import type { List } from '../../db/page.ts'
import type { Queryable, Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { DeliveredEvent } from '../delivery/delivery-body.ts'
import type { EndpointKey } from '../delivery/line-queries.ts'
import { behind, lastReason, lastStatus, nextAt } from './delivery-fields.ts'

/** A delivery as lists show it. */
export interface DeliveryItem {
  /** The event's, which is the `webhook-id`. */
  _id: string
  type: string
  subject_kind: string
  subject_id: string
  state: 'waiting' | 'sending' | 'delivered' | 'exhausted' | 'held'
  created_at: string
  next_at: string | null
  behind: string | null
  tries: number
  resent: boolean
  last_status: number | null
  last_reason: string | null
}

const columns = sql`d.event_id as _id, e.type, e.subject_kind, e.subject_id, d.state, d.created_at, ${nextAt} as next_at,
  ${behind} as behind, d.tries, d.resent, ${lastStatus} as last_status, ${lastReason} as last_reason`

function from({ organization_id, endpoint_id }: EndpointKey): Sql {
  return sql`from webhook_deliveries d
    join webhook_endpoints p on p.organization_id = d.organization_id and p._id = d.endpoint_id
    join events e on e.organization_id = d.organization_id and e._id = d.event_id
    where d.organization_id = ${organization_id} and d.endpoint_id = ${endpoint_id}`
}

/**
 * Returns one page of an endpoint's deliveries, and how many there are. Index of the default order: the primary key.
 */
export async function selectDeliveries(
  db: Db,
  key: EndpointKey,
  list: List,
): Promise<{ items: DeliveryItem[]; total: number }> {
  return selectPage<DeliveryItem>(db, key.organization_id, { columns, from: from(key) }, list)
}

/** A try of a delivery. */
export interface DeliveryAttempt {
  n: number
  at: string
  milliseconds: number
  /** Null: there was no answer. */
  status: number | null
  answer: string | null
  /** Null: it was accepted. */
  reason: string | null
}

/** Returns a delivery with its event and its latest 100 attempts, the last first; null if the endpoint has none. */
export async function selectDelivery(
  db: Reader,
  key: EndpointKey,
  eventId: string,
): Promise<{ item: DeliveryItem; event: DeliveredEvent; attempts: DeliveryAttempt[] } | null> {
  const { organization_id, endpoint_id } = key
  const [items, events, attempts] = await Promise.all([
    db.query<DeliveryItem>(sql`select ${columns} ${from(key)} and d.event_id = ${eventId}`),
    db.query<DeliveredEvent>(sql`
      select _id, organization_id, project_id, type, at, data, texts from events
      where organization_id = ${organization_id} and _id = ${eventId}`),
    db.query<DeliveryAttempt>(sql`
      select n, at, milliseconds, status, answer, reason from webhook_attempts
      where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and event_id = ${eventId}
      order by n desc limit 100`),
  ])
  const [item] = items
  const [event] = events
  return item === undefined || event === undefined ? null : { item, event, attempts }
}

/**
 * Sets `resent` only where the delivery had ended. One that was held or waiting keeps its place before newer events,
 * however often it was tried.
 */
const again = sql`state = 'waiting', resent = resent or state in ('delivered', 'exhausted'), failures = 0, early_at_try = null, lease_token = null`

/** Has a delivery sent again. Returns false if it is under way now, so that nothing is written. */
export async function updateDeliveryResent(
  db: Queryable,
  { organization_id, endpoint_id }: EndpointKey,
  eventId: string,
  now: Date,
): Promise<boolean> {
  const updated = await db.write(sql`
    update webhook_deliveries set ${again}, due_at = ${now}
    where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and event_id = ${eventId}
      and state <> 'sending'
    returning event_id`)
  return updated.length === 1
}

/** The most deliveries that one request sends again. */
export const resendMax = 100_000

/** Counts the deliveries that a filter means, up to one more than can be sent again. Those under way do not count. */
export async function countDeliveries(db: Reader, key: EndpointKey, where: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from (
      select ${from(key)} and d.state <> 'sending' and ${where} limit ${resendMax + 1}::bigint) counted`)
  return row?.count ?? 0
}

/** Counts the held deliveries of an endpoint, up to as many as can be sent again. Index: webhook_deliveries_held. */
export async function countHeldDeliveries(
  db: Reader,
  { organization_id, endpoint_id }: EndpointKey,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from (
      select from webhook_deliveries
      where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and state = 'held'
      limit ${resendMax}::bigint) counted`)
  return row?.count ?? 0
}

/**
 * Has up to 1,000 deliveries after an event sent again, in the order of events; a delivery that a worker has taken
 * meanwhile is left alone. Returns the last event that was looked at, how many were, and how many are sent again.
 *
 * @param range `madeUntil`: the time of the last event; null: any.
 */
export async function updateDeliveriesResent(
  db: Queryable,
  key: EndpointKey,
  range: { where: Sql; afterEventId: string | null; madeUntil: string | null; most: number },
  now: Date,
): Promise<{ last: string | null; seen: number; queued: number }> {
  const { organization_id, endpoint_id } = key
  const [updated] = await db.write<{ last: string | null; seen: number; queued: number }>(sql`
    with chosen as materialized (
      select d.event_id ${from(key)} and d.state <> 'sending'
        and (${range.madeUntil}::timestamptz is null or d.created_at <= ${range.madeUntil})
        and (${range.afterEventId}::uuid is null or d.event_id > ${range.afterEventId}::uuid) and ${range.where}
      order by d.event_id limit ${range.most}::bigint
    ), updated as (
      update webhook_deliveries u set ${again}, due_at = ${now}
      where u.organization_id = ${organization_id} and u.endpoint_id = ${endpoint_id} and u.state <> 'sending'
        and u.event_id in (select event_id from chosen)
      returning u.event_id
    )
    select (select event_id from chosen order by event_id desc limit 1) as last, (select count(*) from chosen) as seen,
      (select count(*) from updated) as queued`)
  return updated!
}
