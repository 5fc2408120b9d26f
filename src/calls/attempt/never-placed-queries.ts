import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { publishEvents } from '../../events/event-of.ts'
import { lastMet } from '../../people/interactions.ts'
import type { LastMet } from '../../people/interactions.ts'
import { factsOfCalls } from '../call-events.ts'
import type { Attempt } from '../queries.ts'

/**
 * Keeps when the person of an attempt was last met, before its conversation is made, until it is known whether it was
 * placed.
 */
export async function updateEarlierMet(transaction: Transaction, attempt: Attempt): Promise<void> {
  const { interaction_at, seen_at } = lastMet(attempt, attempt.phone_number)
  await transaction.query(sql`
    update call_attempts set earlier_interaction_at = ${interaction_at}, earlier_seen_at = ${seen_at}
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id}`)
}

/** Returns when the person of an attempt was last met before it. */
export async function selectEarlierMet(
  transaction: Transaction,
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
): Promise<LastMet> {
  const [met] = await transaction.query<LastMet>(sql`
    select earlier_interaction_at as interaction_at, earlier_seen_at as seen_at from call_attempts
    where organization_id = ${organization_id} and _id = ${_id}`)
  return met ?? { interaction_at: null, seen_at: null }
}

/** Counts the attempts of a call that, after polling, turned out to be never placed. */
export async function countNeverPlaced(
  transaction: Transaction,
  organizationId: string,
  callId: string,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(*) as count from call_attempts
    where organization_id = ${organizationId} and call_id = ${callId} and state = 'never_placed'`)
  return row?.count ?? 0
}

/** Deletes an attempt that was not placed and does not count; only the moves of its call stay. */
export async function deleteAttempt(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from call_attempts where organization_id = ${organizationId} and _id = ${attemptId}`)
}

/**
 * Deletes a call that was refused before anything happened: a refusal leaves no trace (Promise 23). Its last event says
 * that it was canceled.
 */
export async function deleteCall(
  transaction: Transaction,
  { organization_id, project_id, call_id }: Pick<Attempt, 'organization_id' | 'project_id' | 'call_id'>,
  reason: string,
  now: Date,
): Promise<void> {
  const last = { state: 'canceled', state_since: now, error_code: null, error_reason: reason }
  const canceled = sql`
    select (jsonb_populate_record(c, ${JSON.stringify(last)}::jsonb)).* from calls c
    where c.organization_id = ${organization_id} and c._id = ${call_id}`
  const facts = factsOfCalls(canceled, ['call.ended'], now, { last: 'none' })
  await publishEvents(transaction, { organization_id, project_id }, facts)
  await transaction.query(sql`
    delete from call_attempts where organization_id = ${organization_id} and call_id = ${call_id}`)
  await transaction.query(sql`
    delete from call_moves where organization_id = ${organization_id} and call_id = ${call_id}`)
  await transaction.query(
    sql`delete from calls where organization_id = ${organization_id} and _id = ${call_id}`,
  )
}
