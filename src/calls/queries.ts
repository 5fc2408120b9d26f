import { insertConversationOfAttempt } from '../conversations/queries.ts'
import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { isConflict } from '../db/run-transaction.ts'
import { sql } from '../db/sql.ts'
import type { AttemptState, CallState } from './call.ts'
import type { CarrierEvent } from './attempt/carrier-events.ts'
import type { Customer } from './place/customer.ts'

/** What an attempt is dialed with; later changes of the campaign do not affect it. */
export interface NewAttempt {
  _id: string
  voice_carrier_id: string
  /** E.164. */
  phone_number: string
  /** E.164. */
  caller_id_number: string
  ring_timeout_seconds: number
  /** Either a script with its voice, or the revision of a workflow or of an agent. */
  script: string | null
  voice: string | null
  workflow_id: string | null
  workflow_revision: number | null
  agent_id: string | null
  agent_revision: number | null
  /** Whether the carrier detects answering machines. */
  machine_detection: boolean
}

export interface NewCall {
  organization_id: string
  project_id: string
  _id: string
  campaign_id: string
  placed_by: 'trigger' | 'queue'
  phone_number: string
  customer: Customer
}

/** Inserts a call as waiting. `claimCalls` may claim it in the same transaction. */
export async function insertWaitingCall(
  transaction: Transaction,
  call: NewCall,
  moveId: string,
  now: Date,
): Promise<void> {
  await Promise.all([
    transaction.query(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer,
        state, state_since, waits_for, attempts_count, created_at)
      values (${call.organization_id}, ${call.project_id}, ${call._id}, ${call.campaign_id}, ${call.placed_by},
        ${call.phone_number}, ${JSON.stringify(call.customer)}::jsonb, 'waiting', ${now}, 'turn', 0, ${now})`),
    transaction.query(sql`
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      values (${call.organization_id}, ${moveId}, ${call._id}, null, 'waiting', 'placed', ${now})`),
  ])
}

/** An attempt of a call. */
export interface Attempt extends NewAttempt {
  organization_id: string
  project_id: string
  call_id: string
  campaign_id: string
  attempt_number: number
  state: AttemptState
  carrier_call_sid: string | null
  conversation_id: string | null
  polls_count: number
  created_at: string
}

/** The columns of `Attempt`, from `call_attempts a`. */
export const attemptColumns = sql`a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.created_at`

/** Returns the attempt with this id; null if the organization has none. */
export async function selectAttempt(
  db: Queryable,
  organizationId: string,
  attemptId: string,
): Promise<Attempt | null> {
  const [attempt] = await db.query<Attempt>(sql`
    select ${attemptColumns} from call_attempts a
    where a.organization_id = ${organizationId} and a._id = ${attemptId}`)
  return attempt ?? null
}

/** Returns whether the SID belongs to another attempt of the organization. Index: call_attempts_by_sid. */
export async function selectIsOthersSid(
  db: Queryable,
  { organization_id, _id }: Pick<Attempt, 'organization_id' | '_id'>,
  callSid: string,
): Promise<boolean> {
  const [other] = await db.query(sql`
    select _id from call_attempts
    where organization_id = ${organization_id} and carrier_call_sid = ${callSid} and _id <> ${_id}`)
  return other !== undefined
}

/** A locked call, with one of its attempts. */
export interface LockedCall {
  attempt: Attempt
  call: {
    _id: string
    state: CallState
    placed_by: 'trigger' | 'queue'
    customer: Customer
    /** Attempts so far, without those that were never placed. */
    attempts_count: number
    cancel_requested_at: string | null
    /** The project's language, for scripts and workflows without their own. BCP 47. */
    language: string
  }
}

/**
 * Locks the call of an attempt and reads both. A transaction changes a call, its attempts and its conversations only under
 * the lock of the row in `calls`, so that callbacks, polls and requests to the carrier do not interfere. The attempt is
 * read by a second statement: in one statement, rows joined to the locked one would be read from before the wait. The two
 * are sent together, and the second begins when the first has the lock.
 */
export async function lockCallOfAttempt(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
): Promise<LockedCall | null> {
  const [[call], attempt] = await Promise.all([
    transaction.query<LockedCall['call']>(sql`
    select c._id, c.state, c.placed_by, c.customer, c.attempts_count, c.cancel_requested_at, (select p.language from projects p
        where p.organization_id = c.organization_id and p._id = c.project_id) as language
    from calls c
    where c.organization_id = ${organizationId} and c._id = (
      select call_id from call_attempts where organization_id = ${organizationId} and _id = ${attemptId})
    for update`),
    selectAttempt(transaction, organizationId, attemptId),
  ])
  return call === undefined || attempt === null ? null : { call, attempt }
}

/** A change of a call's state. */
export interface CallMove {
  to: CallState
  /** For the call's history. */
  reason: string
  /** For a move to `waiting`: the call is not dialed before then; null or absent: it is ready at once. */
  dueAt?: Date | null
  error?: { code: string | null; reason: string }
  /** The call's attempt was never placed, and does not count. */
  uncounted?: boolean
}

/** Moves a locked call and inserts the move into its history. Throws if the call has left its state meanwhile. */
export async function updateCallState(
  transaction: Transaction,
  call: { organization_id: string; _id: string; state: CallState },
  move: CallMove,
  moveId: string,
  now: Date,
): Promise<void> {
  const dueAt = move.to === 'waiting' ? (move.dueAt ?? null) : null
  const waitsFor = move.to !== 'waiting' ? null : dueAt === null ? 'turn' : 'due'
  const moved = await transaction.query(sql`
    with moved as (
      update calls set state = ${move.to}, state_since = ${now}, waits_for = ${waitsFor}, due_at = ${dueAt},
        error_code = ${move.error?.code ?? null}, error_reason = ${move.error?.reason ?? null},
        attempts_count = attempts_count - case when ${move.uncounted ?? false}::boolean then 1 else 0 end
      where organization_id = ${call.organization_id} and _id = ${call._id} and state = ${call.state}
      returning organization_id, _id
    )
    insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
    select organization_id, ${moveId}::uuid, _id, ${call.state}, ${move.to}, ${move.reason}, ${now}::timestamptz
    from moved returning _id`)
  if (moved.length !== 1) throw new Error(`call ${call._id} is no longer ${call.state}`)
}

/** The new values of an attempt. Null fields are written as null. */
export interface AttemptUpdate {
  state: AttemptState
  carrier_call_sid: string | null
  conversation_id: string | null
  answered_at: string | null
  ended_at: string | null
  duration_seconds: number | null
  error_code: string | null
  error_reason: string | null
  /** Who answered, in the carrier's words; null where no detection ran. */
  answered_by: string | null
  /** Null once it is over. */
  poll_at: Date | null
}

/** Updates an attempt of a locked call. `state_since` changes only with the state. */
export async function updateAttempt(
  transaction: Transaction,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
  update: AttemptUpdate,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update call_attempts set
      state_since = case when state = ${update.state} then state_since else ${now} end,
      state = ${update.state}, carrier_call_sid = ${update.carrier_call_sid},
      conversation_id = ${update.conversation_id}, answered_at = ${update.answered_at}, ended_at = ${update.ended_at},
      duration_seconds = ${update.duration_seconds}, error_code = ${update.error_code},
      error_reason = ${update.error_reason}, answered_by = ${update.answered_by}, poll_at = ${update.poll_at}
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id}`)
}

/**
 * Stores an event and returns all events of the attempt, in no order. A repeated event is stored once: the key is the
 * carrier's call, its status, the event's own number and its source.
 */
export async function insertCarrierEvent(
  transaction: Transaction,
  attempt: Pick<Attempt, 'organization_id' | '_id'>,
  event: CarrierEvent,
): Promise<CarrierEvent[]> {
  const [, events] = await Promise.all([
    transaction.query(sql`
    insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source,
      occurred_at, received_at, duration_seconds, answered_by, sip_response_code, error_code)
    values (${attempt.organization_id}, ${attempt._id}, ${event.call_sid}, ${event.call_status},
      ${event.sequence_number}, ${event.source}, ${event.occurred_at}, ${event.received_at},
      ${event.duration_seconds}, ${event.answered_by}, ${event.sip_response_code}, ${event.error_code})
    on conflict do nothing`),
    transaction.query<CarrierEvent>(sql`
    select call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds, answered_by,
      sip_response_code, error_code
    from carrier_events where organization_id = ${attempt.organization_id} and attempt_id = ${attempt._id}`),
  ])
  return events
}

/**
 * Writes that the carrier has accepted an attempt of which nothing else is known yet: its event, its conversation and the
 * attempt itself. Returns false, with nothing written, if callbacks were faster, the attempt was given up, or the person's
 * profile was being merged; `recordCarrierEvent` handles these cases. Almost every attempt is written here, and one
 * statement costs a third of the transaction that would do the same.
 *
 * The statement locks the call first. If another transaction had the lock and changed the attempt, the update reads the
 * attempt again and does not match it.
 */
export async function updateAttemptAccepted(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id' | 'call_id'>,
  accepted: { carrier_call_sid: string; conversation_id: string; poll_at: Date },
  now: Date,
): Promise<boolean> {
  const written = await db
    .query(sql`
    -- insertConversationOfAttempt reads the subquery "attempt".
    with locked as materialized (
      select _id from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
        and cancel_requested_at is null for update
    ), attempt as (
      update call_attempts a set carrier_call_sid = ${accepted.carrier_call_sid},
        conversation_id = ${accepted.conversation_id}, poll_at = ${accepted.poll_at}
      from locked
      where a.organization_id = ${attempt.organization_id} and a._id = ${attempt._id} and a.call_id = locked._id
        and a.state = 'dialling' and a.carrier_call_sid is null and a.conversation_id is null
      returning a.organization_id, a.project_id, a._id, a.campaign_id, a.phone_number, a.created_at
    ), event as (
      insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, received_at)
      select organization_id, _id, ${accepted.carrier_call_sid}, 'queued', -1, 'created', ${now}::timestamptz from attempt
    ), ${insertConversationOfAttempt(accepted.conversation_id, now)} returning _id`)
    .catch((error: unknown) => {
      if (isConflict(error)) return []
      throw error
    })
  return written.length === 1
}

/** Returns what forbids to dial an attempt that waited: its call was canceled, or its campaign put on hold; null if nothing. */
export async function selectStopOfCall(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | 'call_id' | 'campaign_id'>,
): Promise<'canceled' | 'paused' | null> {
  const [row] = await db.query<{ is_canceled: boolean; is_paused: boolean }>(sql`
    select exists (select from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
        and cancel_requested_at is not null) as is_canceled,
      exists (select from campaigns where organization_id = ${attempt.organization_id}
        and _id = ${attempt.campaign_id} and status = 'paused') as is_paused`)
  if (row?.is_canceled) return 'canceled'
  return row?.is_paused ? 'paused' : null
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

/** Returns whether the project has a live or waiting call to the number (Rule 12). Index: calls_waiting_by_number. */
export async function selectIsNumberTaken(
  transaction: Transaction,
  call: Pick<NewCall, 'organization_id' | 'project_id' | 'phone_number'>,
): Promise<boolean> {
  const [row] = await transaction.query<{ is_taken: boolean }>(sql`
    select exists (select from numbers_in_use where organization_id = ${call.organization_id}
        and project_id = ${call.project_id} and phone_number = ${call.phone_number})
      or exists (select from calls where organization_id = ${call.organization_id}
        and project_id = ${call.project_id} and phone_number = ${call.phone_number} and state = 'waiting')
      as is_taken`)
  return row?.is_taken ?? false
}

/** A call with its first attempt. */
export interface CallWithFirstAttempt {
  phone_number: string
  state: CallState
  error_reason: string | null
  /** Null if it was not dialed yet. */
  attempt:
    | (Pick<Attempt, 'state' | 'carrier_call_sid'> & {
        error_code: string | null
        error_reason: string | null
      })
    | null
}

/** Returns a call with its first attempt; null if there is no such call, because it was refused. */
export async function selectFirstAttempt(
  db: Db,
  organizationId: string,
  callId: string,
): Promise<CallWithFirstAttempt | null> {
  const [row] = await db.query<
    Omit<CallWithFirstAttempt, 'attempt'> & {
      attempt_state: AttemptState | null
      carrier_call_sid: string | null
      attempt_error_code: string | null
      attempt_error_reason: string | null
    }
  >(sql`
    select c.phone_number, c.state, c.error_reason, a.state as attempt_state, a.carrier_call_sid,
      a.error_code as attempt_error_code, a.error_reason as attempt_error_reason
    from calls c left join lateral (
      select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by attempt_number, created_at, _id limit 1) a on true
    where c.organization_id = ${organizationId} and c._id = ${callId}`)
  if (row === undefined) return null
  const { phone_number, state, error_reason, attempt_state, carrier_call_sid } = row
  const attempt = attempt_state && {
    state: attempt_state,
    carrier_call_sid,
    error_code: row.attempt_error_code,
    error_reason: row.attempt_error_reason,
  }
  return { phone_number, state, error_reason, attempt }
}

/** Deletes a triggered call that was refused before anything happened: a refusal leaves no trace (Promise 23). */
export async function deleteCall(
  transaction: Transaction,
  organizationId: string,
  callId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from call_attempts where organization_id = ${organizationId} and call_id = ${callId}`)
  await transaction.query(sql`
    delete from call_moves where organization_id = ${organizationId} and call_id = ${callId}`)
  await transaction.query(
    sql`delete from calls where organization_id = ${organizationId} and _id = ${callId}`,
  )
}
