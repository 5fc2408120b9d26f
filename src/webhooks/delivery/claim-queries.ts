import { isDatabaseHeld } from '../../db/database-identity.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { literal, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { isQueueingHeld } from '../resend/resend-queries.ts'
import type { DeliveredEvent } from './delivery-body.ts'
import type { EndpointKey } from './line-queries.ts'

/** A delivery that this process sends. */
export interface ClaimedDelivery {
  endpoint_id: string
  event: DeliveredEvent
  lease_token: string
  /** With this one. */
  tries: number
  /** Failures that count, before this try. */
  failures: number
  /** Whether this try comes before its time, since the endpoint answers again. */
  is_early: boolean
  /** When a try that comes before its time was due; null for others, and for a first try. */
  early_due_at: string | null
  resent: boolean
}

/** What a batch claims for one endpoint whose line is locked. */
export interface Claim extends EndpointKey {
  /** How many deliveries of the endpoint may be under way at once, in all processes. */
  window: number
  /** How many may be claimed at most. */
  most: number
}

export interface ClaimTimes {
  now: Date
  /** When another process takes over what this one has not recorded. */
  leaseUntil: Date
  leaseToken: string
}

type ClaimedRow = Pick<ClaimedDelivery, 'endpoint_id' | 'lease_token' | 'tries' | 'failures' | 'resent'> &
  DeliveredEvent & { early_at_try: number | null; early_due_at: string | null }

const isOpen = sql`d.state in ('waiting', 'sending')`

/** How many due deliveries an ordered claim looks at. */
const orderedScan = 200
/** How long a delivery behind another of its subject waits, unless the other ends before and wakes it. */
const parkedMs = 3_600_000
/** The same where it has failed before: the end of the other does not wake it, since it may wait for its schedule. */
const parkedAgainMs = 5_000

/**
 * Claims deliveries of several endpoints, of each the longest due first, and what is sent again after what is new: they
 * wait, or their process has died. What is under way in any process counts against the window. Indexes:
 * webhook_deliveries_due, webhook_deliveries_sending, and the primary key of events. The chosen rows are updated at
 * their places in the table, whatever the planner thinks of the table's size.
 */
export async function claimDeliveries(
  transaction: Transaction,
  claims: readonly Claim[],
  times: ClaimTimes,
): Promise<ClaimedDelivery[]> {
  const due = (resent: boolean) => sql`
    (select d.ctid as place, ${literal(String(resent))}::boolean as is_resent, d.due_at from webhook_deliveries d
      where d.organization_id = w.organization_id and d.endpoint_id = w.endpoint_id and ${isOpen}
        and d.resent = ${literal(String(resent))}::boolean and d.due_at <= ${times.now}
      order by d.due_at limit r.room)`
  const chosen = sql`
    wanted as materialized (
      select * from unnest(${claims.map((one) => one.organization_id)}::uuid[],
        ${claims.map((one) => one.endpoint_id)}::uuid[], ${claims.map((one) => one.window)}::bigint[],
        ${claims.map((one) => one.most)}::bigint[]) as w (organization_id, endpoint_id, send_window, most)
    ), chosen as materialized (
      select c.place from wanted w
      cross join lateral (select ${roomOf(sql`w`, times.now)} as room offset 0) r
      cross join lateral (
        select place from (${due(false)} union all ${due(true)}) both_kinds
        order by is_resent, due_at limit r.room) c
    )`
  return (await transaction.write<ClaimedRow>(claimOf(chosen, times))).map((row) =>
    deliveryOf(row, times.now),
  )
}

/**
 * As `claimDeliveries` for one endpoint, but only the oldest open delivery of a subject is claimed (Promise 78). Those
 * behind it are put off; the end of the oldest wakes the next one (`wakeNextOfSubjects`). Returns also whether more may
 * be due. Nothing is claimed while deliveries are made in several steps, or what was held is queued in several steps:
 * an older one may come with a later step. Index: webhook_deliveries_by_subject.
 */
export async function claimInOrder(
  transaction: Transaction,
  claim: Claim,
  times: ClaimTimes,
): Promise<{ claimed: ClaimedDelivery[]; hasMore: boolean }> {
  const fresh = await claimOldest(transaction, claim, times, false)
  return fresh.claimed.length > 0 || fresh.hasMore ? fresh : claimOldest(transaction, claim, times, true)
}

async function claimOldest(
  transaction: Transaction,
  claim: Claim,
  times: ClaimTimes,
  resent: boolean,
): Promise<{ claimed: ClaimedDelivery[]; hasMore: boolean }> {
  const { organization_id, endpoint_id } = claim
  const parkedUntil = new Date(times.now.getTime() + parkedMs)
  const parkedAgainUntil = new Date(times.now.getTime() + parkedAgainMs)
  const due = sql`
    select d.ctid as place, d.due_at, d.state, exists (
        select from (${openOfSubject(sql`d.organization_id`, sql`d.endpoint_id`, sql`d.subject_id`, !resent)}) o
        where o.event_id < d.event_id) as is_behind
    from webhook_deliveries d
    where d.organization_id = ${organization_id} and d.endpoint_id = ${endpoint_id} and ${isOpen}
      and d.resent = ${resent} and d.due_at <= ${times.now}
    order by d.due_at limit ${orderedScan}::bigint`
  const chosen = sql`
    due as materialized (${due}), parked as (
      update webhook_deliveries d
      set due_at = case when failures = 0 then ${parkedUntil}::timestamptz else ${parkedAgainUntil}::timestamptz end
      where d.ctid = any(array(select place from due where is_behind and state = 'waiting')) and d.state = 'waiting'
    ), wanted as (
      select ${organization_id}::uuid as organization_id, ${endpoint_id}::uuid as endpoint_id,
        ${claim.window}::bigint as send_window,
        case when (select is_behind from delivery_progress) or ${isQueueingHeld(claim)} then 0 else ${claim.most}::bigint end as most
    ), chosen as materialized (
      select place from due where not is_behind order by due_at limit (select ${roomOf(sql`w`, times.now)} from wanted w))`
  const rows = await transaction.write<ClaimedRow>(claimOf(chosen, times))
  if (rows.length > 0) return { claimed: rows.map((row) => deliveryOf(row, times.now)), hasMore: false }
  const [left] = await transaction.query<{ has_more: boolean }>(sql`
    with due as (${due})
    select (select count(*) = ${orderedScan}::bigint and bool_or(is_behind) from due) as has_more`)
  return { claimed: [], hasMore: left?.has_more === true }
}

/**
 * Returns the open deliveries of a subject, whose events are in the order of their ids: PostgreSQL makes these with the
 * fact, which waits for the one before. The time of a fact is no order: it may be that of a webhook which came late, or
 * of another machine's clock. `offset 0` keeps PostgreSQL from going through the primary key in its order. Index:
 * webhook_deliveries_by_subject.
 *
 * @param leavesOutResent those that wait to be sent again: new ones go before them.
 */
export function openOfSubject(
  organizationId: Sql,
  endpointId: Sql,
  subjectId: Sql,
  leavesOutResent: boolean,
): Sql {
  return sql`
    select o.event_id from webhook_deliveries o
    where o.organization_id = ${organizationId} and o.endpoint_id = ${endpointId} and o.subject_id = ${subjectId}
      and o.state in ('waiting', 'sending') ${leavesOutResent ? sql`and (not o.resent or o.state = 'sending')` : sql``}
    offset 0`
}

/**
 * Returns how many deliveries may be claimed: what the window of row `w` leaves, and no more than asked for. None if
 * the database is held.
 */
function roomOf(w: Sql, now: Date): Sql {
  return sql`case when ${isDatabaseHeld} then 0 else greatest(0, least(${w}.most, ${w}.send_window - (select count(*) from webhook_deliveries u
    where u.organization_id = ${w}.organization_id and u.endpoint_id = ${w}.endpoint_id and u.state = 'sending'
      and u.due_at > ${now}))) end`
}

/**
 * Claims the chosen deliveries. One whose event was erased ends, since nothing can be sent; it would be claimed for
 * ever.
 */
function claimOf(chosen: Sql, { now, leaseUntil, leaseToken }: ClaimTimes): Sql {
  return sql`
    with ${chosen}, claimed as (
      update webhook_deliveries d
      set state = case when exists (select from events e where e.organization_id = d.organization_id and e._id = d.event_id)
        then 'sending' else 'exhausted' end, due_at = ${leaseUntil}, lease_token = ${leaseToken}, tries = d.tries + 1
      where d.ctid = any(array(select place from chosen)) and ${isOpen} and d.due_at <= ${now}
      returning d.organization_id, d.endpoint_id, d.event_id, d.lease_token, d.tries, d.failures, d.early_at_try,
        d.early_due_at, d.resent
    )
    select c.endpoint_id, c.lease_token, c.tries, c.failures, c.early_at_try, c.early_due_at, c.resent, e.*
    from claimed c
    cross join lateral (
      select e._id, e.organization_id, e.project_id, e.type, e.at, e.data, e.texts from events e
      where e.organization_id = c.organization_id and e._id = c.event_id limit 1) e`
}

function deliveryOf(
  { endpoint_id, lease_token, tries, failures, early_at_try, early_due_at, resent, ...event }: ClaimedRow,
  now: Date,
): ClaimedDelivery {
  // A try that was made due early may come after its time all the same.
  const isBeforeTime = early_due_at === null || Date.parse(early_due_at) > now.getTime()
  const is_early = early_at_try === tries - 1 && isBeforeTime
  const early = { is_early, early_due_at: is_early ? early_due_at : null }
  return { endpoint_id, event, lease_token, tries, failures, ...early, resent }
}

/** Deliveries that are changed at once. */
const batchMax = 1_000

/**
 * Makes due what waits for a later try, up to 1,000 at a time, those that come first. A delivery that was sent early
 * and failed is not made due again before it was tried by its schedule, so that it keeps its hours. Returns whether
 * there may be more.
 */
export async function pullWaiting(
  transaction: Transaction,
  { organization_id, endpoint_id }: EndpointKey,
  now: Date,
): Promise<boolean> {
  const pulled = await transaction.write(sql`
    update webhook_deliveries set due_at = ${now}, early_at_try = tries,
      early_due_at = case when failures > 0 then due_at end
    where state = 'waiting' and ctid = any(array(
      select ctid from webhook_deliveries
      where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and state = 'waiting'
        and due_at > ${now} and (early_at_try is null or early_at_try < tries - 1)
      order by due_at limit ${batchMax}::bigint))
    returning event_id`)
  return pulled.length === batchMax
}

/**
 * Holds what waits for a disabled endpoint, up to 1,000 at a time. Returns whether there may be more. Holds nothing
 * once the endpoint is enabled: its row is locked against that, so whoever enables it sees all that is held.
 */
export async function holdWaiting(
  db: Queryable,
  { organization_id, endpoint_id }: EndpointKey,
  now: Date,
): Promise<boolean> {
  const held = await db.write(sql`
    with disabled as materialized (
      select from webhook_endpoints
      where organization_id = ${organization_id} and _id = ${endpoint_id} and disabled_at is not null for share)
    update webhook_deliveries set state = 'held', lease_token = null
    where exists (select from disabled) and ctid = any(array(
      select ctid from webhook_deliveries
      where exists (select from disabled) and organization_id = ${organization_id} and endpoint_id = ${endpoint_id}
        and (state = 'waiting' or (state = 'sending' and due_at <= ${now}))
      limit ${batchMax}::bigint for update))
    returning event_id`)
  return held.length === batchMax
}
