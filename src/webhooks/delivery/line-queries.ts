import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { LineStanding } from './line-standing.ts'

/** An endpoint by its key. */
export interface EndpointKey {
  organization_id: string
  endpoint_id: string
}

/** An endpoint that has something to send. */
export interface DueLine extends EndpointKey {
  is_failing: boolean
  /** Whether it has accepted a delivery within a day, and none has failed since. */
  is_proven: boolean
}

/** Now, if any delivery is open. Index: webhook_deliveries_due, by its first row. */
export const dueWhileDeliveriesOpen = (now: Date) => sql`(
  select ${now}::timestamptz from (
    select from webhook_deliveries where state in ('waiting', 'sending') order by organization_id, endpoint_id limit 1) d)`

/**
 * How far ahead the next place in a rate can lie: a second, and what clocks differ by. One further ahead was taken
 * before the database's clock was set back, and no longer counts.
 */
export const arrivalAheadMsMax = 3_000

/**
 * Returns endpoints that have something to send now, in random order, so that none is always first. Endpoints that have
 * anything open are found by skipping through webhook_deliveries_due from one endpoint to the next; the transactions of
 * facts touch no row of an endpoint.
 *
 * @param busy endpoints that are left out.
 * @param limits how many of each kind, at most.
 */
export async function selectDueLines(
  db: Reader,
  now: Date,
  busy: readonly string[],
  limits: { proven: number; unproven: number; failing: number },
): Promise<DueLine[]> {
  const arrivalMax = new Date(now.getTime() + arrivalAheadMsMax)
  return db.query<DueLine>(sql`
    with recursive open as (
      (select organization_id, endpoint_id from webhook_deliveries where state in ('waiting', 'sending')
        order by organization_id, endpoint_id limit 1)
      union all
      select n.organization_id, n.endpoint_id from open o cross join lateral (
        select d.organization_id, d.endpoint_id from webhook_deliveries d
        where d.state in ('waiting', 'sending')
          and (d.organization_id, d.endpoint_id) > (o.organization_id, o.endpoint_id)
        order by d.organization_id, d.endpoint_id limit 1) n
    ), due as materialized (
      select l.organization_id, l.endpoint_id, l.failures > 0 as is_failing,
        (l.failures = 0 and l.last_success_at > ${now}::timestamptz - interval '1 day') is true as is_proven
      from open o
      join webhook_lines l on l.organization_id = o.organization_id and l.endpoint_id = o.endpoint_id
      where is_here(o.organization_id) and (l.held_until is null or l.held_until <= ${now})
        and (l.arrival_at is null or l.arrival_at <= ${now} or l.arrival_at > ${arrivalMax})
        and l.endpoint_id <> all(${busy}::uuid[])
        and (l.recovering
          or exists (select from webhook_deliveries d where d.organization_id = o.organization_id
            and d.endpoint_id = o.endpoint_id and d.resent = false and d.due_at <= ${now}
            and d.state in ('waiting', 'sending'))
          or exists (select from webhook_deliveries d where d.organization_id = o.organization_id
            and d.endpoint_id = o.endpoint_id and d.resent = true and d.due_at <= ${now}
            and d.state in ('waiting', 'sending')))
    )
    (select * from due where is_proven order by random() limit ${limits.proven}::bigint)
    union all
    (select * from due where not is_failing and not is_proven order by random() limit ${limits.unproven}::bigint)
    union all
    (select * from due where is_failing order by random() limit ${limits.failing}::bigint)`)
}

/** An endpoint with what its deliveries need. */
export interface LockedLine extends EndpointKey {
  project_id: string
  name: string
  url: string
  content: 'ids' | 'full'
  delivery_order: 'none' | 'by_subject'
  rate_per_second: number | null
  version: string
  secret: Buffer
  /** Null: no other secret signs now. */
  old_secret: Buffer | null
  is_disabled: boolean
  /** False while its organization is being handed over to another cell. */
  is_here: boolean
  standing: LineStanding
  arrival_at: Date | null
}

type LineRow = Omit<LockedLine, 'standing' | 'arrival_at'> & {
  arrival_at: string | null
  send_window: number
  failures: number
  first_failure_at: string | null
  failing_since: string | null
  recovering: boolean
  last_success_at: string | null
  held_until: string | null
}

/**
 * Locks the lines of endpoints until the transaction ends, and returns them, but those of removed endpoints, those of
 * organizations that a move has closed, and those that another process has locked. Nobody waits for these locks, so
 * their order doesn't matter.
 */
export async function lockLines(
  transaction: Transaction,
  keys: readonly EndpointKey[],
  now: Date,
): Promise<LockedLine[]> {
  const rows = await transaction.write<LineRow>(sql`
    select l.organization_id, l.endpoint_id, p.project_id, p.name, p.url, p.content, p.delivery_order,
      p.rate_per_second, p.version::text as version, p.secret,
      case when p.old_secret_until > ${now} then p.old_secret end as old_secret,
      p.disabled_at is not null as is_disabled, is_here(l.organization_id) as is_here, l.arrival_at, l.send_window, l.failures, l.first_failure_at,
      l.failing_since, l.recovering, l.last_success_at, l.held_until
    from ${keyRows(keys)}
    join webhook_lines l on l.organization_id = k.organization_id and l.endpoint_id = k.endpoint_id
    join webhook_endpoints p on p.organization_id = l.organization_id and p._id = l.endpoint_id
    where p.removed_at is null and not exists (
      select from organization_moves m where m.organization_id = l.organization_id and m.is_closed)
    for update of l skip locked`)
  return rows.map(lineOf)
}

/** An endpoint of which nothing can be recorded or claimed. */
interface ClosedLine {
  endpoint_id: string
  /** `removed` also if its organization has left; `closed`: a move that may still be given up has closed that. */
  kind: 'removed' | 'closed'
}

/** Returns which of the endpoints are removed or closed. */
export async function selectClosed(db: Reader, keys: readonly EndpointKey[]): Promise<ClosedLine[]> {
  return db.query<ClosedLine>(sql`
    select k.endpoint_id,
      case when m.side = 'source' and m.state = 'closed' then 'closed' else 'removed' end as kind
    from ${keyRows(keys)}
    left join organization_moves m on m.organization_id = k.organization_id and m.is_closed
    where m.organization_id is not null or not exists (select from webhook_endpoints p
      where p.organization_id = k.organization_id and p._id = k.endpoint_id and p.removed_at is null)`)
}

/** Returns keys as rows of `k (organization_id, endpoint_id)`. */
function keyRows(keys: readonly EndpointKey[]): Sql {
  return sql`unnest(${keys.map((one) => one.organization_id)}::uuid[], ${keys.map((one) => one.endpoint_id)}::uuid[])
      as k (organization_id, endpoint_id)`
}

function lineOf({
  send_window,
  failures,
  first_failure_at,
  failing_since,
  recovering,
  last_success_at,
  held_until,
  ...rest
}: LineRow): LockedLine {
  return {
    ...rest,
    arrival_at: dateOf(rest.arrival_at),
    standing: {
      send_window,
      failures,
      first_failure_at: dateOf(first_failure_at),
      failing_since: dateOf(failing_since),
      recovering,
      last_success_at: dateOf(last_success_at),
      held_until: dateOf(held_until),
    },
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** How a locked endpoint stands after a batch. */
export interface ChangedLine extends EndpointKey, LineStanding {
  arrival_at: Date | null
}

/** Writes how locked endpoints stand. */
export async function updateLines(transaction: Transaction, lines: readonly ChangedLine[]): Promise<void> {
  await transaction.write(sql`
    update webhook_lines l set send_window = c.send_window, failures = c.failures, first_failure_at = c.first_failure_at,
      failing_since = c.failing_since, recovering = c.recovering, last_success_at = c.last_success_at,
      held_until = c.held_until, arrival_at = c.arrival_at
    from unnest(${lines.map((one) => one.organization_id)}::uuid[], ${lines.map((one) => one.endpoint_id)}::uuid[],
      ${lines.map((one) => one.send_window)}::integer[], ${lines.map((one) => one.failures)}::integer[],
      ${lines.map((one) => one.first_failure_at)}::timestamptz[], ${lines.map((one) => one.failing_since)}::timestamptz[],
      ${lines.map((one) => one.recovering)}::boolean[], ${lines.map((one) => one.last_success_at)}::timestamptz[],
      ${lines.map((one) => one.held_until)}::timestamptz[], ${lines.map((one) => one.arrival_at)}::timestamptz[])
      as c (organization_id, endpoint_id, send_window, failures, first_failure_at, failing_since, recovering,
        last_success_at, held_until, arrival_at)
    where l.organization_id = c.organization_id and l.endpoint_id = c.endpoint_id`)
}

/** Disables an endpoint. Returns whether it was not disabled before. */
export async function updateEndpointDisabled(
  transaction: Queryable,
  { organization_id, endpoint_id }: EndpointKey,
  why: string,
  now: Date,
): Promise<boolean> {
  const disabled = await transaction.write(sql`
    update webhook_endpoints set disabled_at = ${now}, disabled_why = ${why}, revision = revision + 1,
      updated_at = ${now}
    where organization_id = ${organization_id} and _id = ${endpoint_id} and disabled_at is null
    returning _id`)
  return disabled.length === 1
}
