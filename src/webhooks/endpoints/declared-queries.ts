import { instant } from '../../db/instant.ts'
import type { Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { nextAt } from '../resend/delivery-fields.ts'
import type { contents, deliveryOrders } from './endpoint-fields.ts'

/** An endpoint as an operator declares it; the row with this id is updated, a new id makes a new one. */
export interface DeclaredEndpointRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  url: string
  /** As declared, such as `call.*`. */
  declared_types: readonly string[]
  /** What these mean today. */
  types: readonly string[]
  content: (typeof contents)[number]
  delivery_order: (typeof deliveryOrders)[number]
  rate_per_second: number | null
  /** Encrypted. The stored bytes if the secret has not changed. */
  secret: Buffer
  /** Whether the declaration leaves the secret out, so that a stored endpoint keeps its own. */
  keeps_secret: boolean
}

/**
 * Inserts or updates the project's endpoint of this id. Returns its id, or null if nothing differs or it has just been
 * removed. A changed secret replaces the stored one and its predecessor at once; one that is left out stays as it is
 * now, since it may have been rotated after the stored endpoint was read. A changed URL or order sends waiting retries
 * at once; a changed URL also starts the count of failing days again.
 */
export async function upsertEndpoint(
  transaction: Transaction,
  row: DeclaredEndpointRow,
  now: Date,
): Promise<string | null> {
  const secret = sql`case when ${row.keeps_secret} then p.secret else excluded.secret end`
  const [written] = await transaction.write<{
    _id: string
    moved: boolean | null
    reordered: boolean | null
  }>(sql`
    with before as materialized (
      select url, delivery_order from webhook_endpoints
      where organization_id = ${row.organization_id} and _id = ${row._id})
    insert into webhook_endpoints as p (organization_id, project_id, _id, name, url, declared_types, types, content,
      delivery_order, rate_per_second, version, secret, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.url}, ${row.declared_types},
      ${row.types}, ${row.content}, ${row.delivery_order}, ${row.rate_per_second}, ${now.toISOString().slice(0, 10)}::date,
      ${row.secret}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, url = excluded.url, declared_types = excluded.declared_types, types = excluded.types,
      content = excluded.content, delivery_order = excluded.delivery_order,
      rate_per_second = excluded.rate_per_second, secret = ${secret},
      old_secret = case when p.secret = ${secret} then p.old_secret end,
      old_secret_until = case when p.secret = ${secret} then p.old_secret_until end,
      revision = p.revision + 1, updated_at = excluded.updated_at
    where p.removed_at is null
      and (p.name, p.url, p.declared_types, p.types, p.content, p.delivery_order, p.rate_per_second, p.secret)
        is distinct from (excluded.name, excluded.url, excluded.declared_types, excluded.types, excluded.content,
          excluded.delivery_order, excluded.rate_per_second, ${secret})
    returning _id, (select b.url <> ${row.url} from before b) as moved,
      (select b.delivery_order <> ${row.delivery_order} from before b) as reordered`)
  await transaction.write(sql`
    insert into webhook_lines (organization_id, endpoint_id) values (${row.organization_id}, ${row._id})
    on conflict (organization_id, endpoint_id) do nothing`)
  const moved = written?.moved === true
  if (moved || written?.reordered === true)
    await transaction.write(sql`
      update webhook_lines set recovering = true, failures = 0, send_window = 1, held_until = null,
        first_failure_at = case when ${moved} then null else first_failure_at end,
        failing_since = case when ${moved} then null else failing_since end
      where organization_id = ${row.organization_id} and endpoint_id = ${row._id}`)
  return written?._id ?? null
}

/** What only the screens and answers about endpoints show. */
export interface EndpointStanding {
  _id: string
  /** The types that the declared ones mean. */
  event_types: string[]
  version: string
  old_secret_until: string | null
  disabled_at: string | null
  disabled_why: string | null
  failures: number
  failing_since: string | null
  last_success_at: string | null
  held_until: string | null
  last_failure: { at: string; status: number | null; reason: string } | null
  waiting_count: number
  next_at: string | null
}

/** `waiting_count` goes no higher. */
export const waitingCountMax = 1_000
/** The last failure is looked for among this many attempts of an endpoint, those of its newest events. */
const lookedAtMax = 200

/**
 * Returns how endpoints stand. Indexes: the primary keys, and webhook_deliveries_due, of which no more than 1,000
 * entries an endpoint are counted. What waits behind another delivery of its subject is not the next: it has no time.
 * Index for these: webhook_deliveries_by_subject.
 */
export async function selectEndpointStandings(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<EndpointStanding[]> {
  return db.query<EndpointStanding>(sql`
    select p._id, p.types as event_types, p.version::text as version,
      case when p.old_secret_until > ${now} then p.old_secret_until end as old_secret_until, p.disabled_at,
      p.disabled_why, l.failures, l.failing_since, l.last_success_at,
      case when l.held_until > ${now} then l.held_until end as held_until, f.last_failure, w.waiting_count,
      w.next_at
    from webhook_endpoints p
    join webhook_lines l on l.organization_id = p.organization_id and l.endpoint_id = p._id
    left join lateral (
      select json_build_object('at', ${instant(sql`a.at`)}, 'status', a.status, 'reason', a.reason) as last_failure
      from (
        select at, status, reason from webhook_attempts a
        where a.organization_id = p.organization_id and a.endpoint_id = p._id
        order by a.event_id desc, a.n desc limit ${lookedAtMax}::bigint) a
      where a.reason is not null order by a.at desc limit 1) f on true
    cross join lateral (
      select count(*) as waiting_count, min(${nextAt}) as next_at from (
        select organization_id, endpoint_id, event_id, subject_id, state, due_at, resent from webhook_deliveries d
        where d.organization_id = p.organization_id and d.endpoint_id = p._id and d.state in ('waiting', 'sending')
        order by d.resent, d.due_at limit ${waitingCountMax}::bigint) d) w
    where p.organization_id = ${organizationId} and p._id = any(${ids}::uuid[])`)
}
