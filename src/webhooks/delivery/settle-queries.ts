import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { openOfSubject } from './claim-queries.ts'
import type { EndpointKey } from './line-queries.ts'

/** The outcome of one try. */
export interface SettledTry extends EndpointKey {
  event_id: string
  lease_token: string
  n: number
  state: 'waiting' | 'delivered' | 'exhausted'
  due_at: Date
  failures: number
  /** When it was sent. */
  at: Date
  milliseconds: number
  status: number | null
  answer: string | null
  reason: string | null
}

/**
 * Records tries of endpoints whose lines are locked. A try whose lease another process has taken over is not recorded.
 * Returns the subjects of deliveries that are open no more, or wait to be sent again, of the endpoints in `ordered`.
 * Each delivery is found by its primary key and updated at its place in the table, whatever the planner thinks of the
 * table's size.
 *
 * @param ordered ids of endpoints.
 */
export async function settleTries(
  transaction: Transaction,
  tries: readonly SettledTry[],
  ordered: readonly string[],
): Promise<{ endpoint_id: string; subject_id: string }[]> {
  return transaction.write<{ endpoint_id: string; subject_id: string }>(sql`
    with tried as materialized (
      select * from unnest(${tries.map((one) => one.organization_id)}::uuid[],
        ${tries.map((one) => one.endpoint_id)}::uuid[], ${tries.map((one) => one.event_id)}::uuid[],
        ${tries.map((one) => one.lease_token)}::uuid[], ${tries.map((one) => one.n)}::integer[],
        ${tries.map((one) => one.state)}::text[], ${tries.map((one) => one.due_at)}::timestamptz[],
        ${tries.map((one) => one.failures)}::integer[], ${tries.map((one) => one.at)}::timestamptz[],
        ${tries.map((one) => one.milliseconds)}::integer[], ${tries.map((one) => one.status)}::integer[],
        ${tries.map((one) => one.answer)}::text[], ${tries.map((one) => one.reason)}::text[])
        as t (organization_id, endpoint_id, event_id, lease_token, n, state, due_at, failures, at, milliseconds, status,
          answer, reason)
    ), found as materialized (
      select d.place from tried t cross join lateral (
        select d.ctid as place from webhook_deliveries d
        where d.organization_id = t.organization_id and d.endpoint_id = t.endpoint_id and d.event_id = t.event_id
          and d.lease_token = t.lease_token limit 1) d
    ), settled as (
      update webhook_deliveries d
      set state = t.state, due_at = t.due_at, failures = t.failures, lease_token = null
      from tried t
      where d.ctid = any(array(select place from found)) and d.event_id = t.event_id
        and d.endpoint_id = t.endpoint_id and d.lease_token = t.lease_token
      returning d.endpoint_id, d.event_id, d.subject_id, d.state, d.resent
    ), attempts as (
      insert into webhook_attempts (organization_id, endpoint_id, event_id, n, at, milliseconds, status, answer, reason)
      select t.organization_id, t.endpoint_id, t.event_id, t.n, t.at, t.milliseconds, t.status, t.answer, t.reason
      from tried t join settled s on s.event_id = t.event_id and s.endpoint_id = t.endpoint_id
    )
    select distinct endpoint_id, subject_id from settled
    where (state <> 'waiting' or resent) and endpoint_id = any(${ordered}::uuid[])`)
}

/** Makes the oldest open delivery of each subject due, and the oldest new one, unless it waits for a later try. */
export async function wakeNextOfSubjects(
  transaction: Transaction,
  { organization_id, endpoint_id }: EndpointKey,
  subjectIds: readonly string[],
  now: Date,
): Promise<void> {
  const oldest = (leavesOutResent: boolean) => sql`
    (select o.event_id
      from (${openOfSubject(sql`${organization_id}::uuid`, sql`${endpoint_id}::uuid`, sql`s.subject_id`, leavesOutResent)}) o
      order by o.event_id limit 1)`
  await transaction.write(sql`
    update webhook_deliveries set due_at = ${now}
    where organization_id = ${organization_id} and endpoint_id = ${endpoint_id} and state = 'waiting'
      and failures = 0 and due_at > ${now} and event_id in (
        select unnest(array[${oldest(false)}, ${oldest(true)}])
        from unnest(${subjectIds}::uuid[]) as s (subject_id))`)
}
