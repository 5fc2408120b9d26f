import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../../events/event-of.ts'
import { factsOfCalls } from '../call-events.ts'
import type { CallKey } from './cancel-queries.ts'

/**
 * Cancels waiting calls to the numbers in all projects of the organization, one for each id in `moveIds`, with their
 * events, and returns them. Calls that others have locked are skipped. All waiting calls to a number are canceled, so
 * none has to move up for another. Index: calls_waiting_by_number, read once for each number and project.
 */
export async function updateWaitingToCanceled(
  transaction: Transaction,
  organizationId: string,
  numbers: readonly string[],
  { moveIds, reason, now }: { moveIds: readonly string[]; reason: string; now: Date },
): Promise<CallKey[]> {
  const canceled = await transaction.query<CallKey>(sql`
    with waiting as materialized (
      select w.*, row_number() over () as place from (
        select c._id, c.project_id, c.campaign_id from calls c
        where c.organization_id = ${organizationId} and c.state = 'waiting' and c._id = any(array(
          select n._id from projects p cross join unnest(${numbers}::text[]) g (number)
          cross join lateral (
            select _id from calls where organization_id = p.organization_id and project_id = p._id
              and phone_number = g.number and state = 'waiting' offset 0) n
          where p.organization_id = ${organizationId}))
        limit ${moveIds.length} for update skip locked) w
    ), canceled as (
      update calls c set state = 'canceled', state_since = ${now}, waits_for = null, due_at = null,
        error_code = null, error_reason = null, cancel_requested_at = coalesce(cancel_requested_at, ${now})
      where c.organization_id = ${organizationId} and c._id = any(array(select _id from waiting))
    ), moved as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${organizationId}::uuid, i.move_id, w._id, 'waiting', 'canceled', ${reason}, ${now}::timestamptz
      from waiting w join unnest(${moveIds}::uuid[]) with ordinality i (move_id, place) using (place)
    )
    select ${organizationId}::uuid as organization_id, project_id, campaign_id, _id as call_id from waiting`)
  const projects = Map.groupBy(canceled, ({ project_id }) => project_id)
  for (const [project_id, calls] of projects) {
    const ended = sql`
      select * from calls where organization_id = ${organizationId}
        and _id = any(${calls.map(({ call_id }) => call_id)}::uuid[])`
    const facts = factsOfCalls(ended, ['call.ended'], now, { last: 'attempt' })
    await publishEvents(transaction, { organization_id: organizationId, project_id }, facts)
  }
  return canceled
}

/**
 * Returns whether an attempt to one of the numbers may still begin: it has no outcome, and is polled from this instant
 * on at the earliest. An attempt has its number until it is over, so few rows are read. Indexes: numbers_in_use_pkey,
 * call_attempts_one_under_way.
 */
export async function selectHasAttemptsUnderWay(
  db: Db,
  organizationId: string,
  numbers: readonly string[],
  pollFrom: Date,
): Promise<boolean> {
  const [row] = await db.query<{ is_in_hand: boolean }>(sql`
    select exists (
      select from numbers_in_use n
      join call_attempts a on a.organization_id = n.organization_id and a.call_id = n.call_id
        and a.state = 'dialling' and a.carrier_call_sid is null and a.poll_at > ${pollFrom}
      where n.organization_id = ${organizationId} and n.phone_number = any(${numbers}::text[])) as is_in_hand`)
  return row?.is_in_hand ?? false
}
