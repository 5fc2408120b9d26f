import { insertConversationOfAttempt } from '../conversations/queries.ts'
import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { isConflict } from '../db/run-transaction.ts'
import { sql } from '../db/sql.ts'
import type { AttemptState, CallState } from './call.ts'
import type { CarrierEvent } from './attempt/carrier-events.ts'
import type { Customer } from './place/customer.ts'

/** What a dial needs, fixed when it is decided. */
export interface NewAttempt {
  _id: string
  voice_carrier_id: string
  /** E.164, both. */
  phone_number: string
  caller_id_number: string
  ring_timeout_seconds: number
  /** Either a script with its voice, or a workflow's revision. */
  script: string | null
  voice: string | null
  workflow_id: string | null
  workflow_revision: number | null
  /** Whether the carrier finds out if a machine answers. */
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

/**
 * Writes a call that waits for its turn: the first thing that is known of every call. Whether it goes at once is decided
 * by `claimCalls` in the same transaction.
 */
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

/** A dial with what is needed to go on with it. */
export interface Attempt {
  organization_id: string
  project_id: string
  _id: string
  call_id: string
  campaign_id: string
  voice_carrier_id: string
  attempt_number: number
  phone_number: string
  caller_id_number: string
  ring_timeout_seconds: number
  state: AttemptState
  script: string | null
  voice: string | null
  workflow_id: string | null
  workflow_revision: number | null
  carrier_call_sid: string | null
  conversation_id: string | null
  machine_detection: boolean
  polls_count: number
  created_at: string
}

/** Of `call_attempts a`. */
export const attemptColumns = sql`a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.created_at`

/** The dial with this id; null where the organization has none. */
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

/** Whether another dial of the organization is this call of the carrier's. Index: call_attempts_by_sid. */
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

/** A call under its lock, with one of its dials. */
export interface LockedCall {
  attempt: Attempt
  call: {
    _id: string
    state: CallState
    placed_by: 'trigger' | 'queue'
    customer: Customer
    /** Dials so far, without those that were never placed. */
    attempts_count: number
    cancel_requested_at: string | null
    /** Of the project: what is spoken where script or workflow name no other. BCP 47. */
    language: string
  }
}

/**
 * Locks the call of a dial and reads both as they stand then. A call, its dials and its conversations are changed by
 * whoever holds the lock of its row in `calls`, and by nobody else: so callbacks, sweeps and the dial itself take
 * turns. The dial is read in a statement of its own, because rows that join a locked one are read from before the wait; the
 * two are sent together, and the second begins when the first has the lock.
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

/** What changes with a call's move. */
export interface CallMove {
  to: CallState
  /** A few words for the call's history. */
  reason: string
  /** For a call that goes back to waiting: not before then; null or absent: it stands in line at once. */
  dueAt?: Date | null
  error?: { code: string | null; reason: string }
  /** The dial that it leaves was never placed, and so is no attempt. */
  uncounted?: boolean
}

/** Moves a locked call and writes the move to its history. The state that it leaves is named, so a stale move fails. */
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

/** What is known of a dial, to be written over what was. Null fields are written as null. */
export interface AttemptUpdate {
  state: AttemptState
  carrier_call_sid: string | null
  conversation_id: string | null
  answered_at: string | null
  ended_at: string | null
  duration_seconds: number | null
  error_code: string | null
  error_reason: string | null
  /** Who answered, in the carrier's word; null where no detection ran. */
  answered_by: string | null
  /** Null once it is over. */
  poll_at: Date | null
}

/** Writes a dial of a locked call. `state_since` moves only when the state does. */
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
 * Stores what the carrier told and answers everything it told of the attempt, in no order. A repetition is stored once:
 * the key is the carrier's call, its status, its own number and how we came to know.
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
 * Writes that the carrier has taken a dial of which nothing else is known yet: its event, its conversation and the dial
 * itself. False, with nothing written, where callbacks were quicker, the dial was given up, or the person's profile was being merged: then all that is known
 * has to be weighed (`recordCarrierEvent`). Almost every dial comes this way, and one statement costs a third of the
 * transaction that would do the same.
 *
 * The call's lock is taken first. Whoever held it may have changed the dial: the update then looks at the dial anew and
 * finds that it no longer fits.
 */
export async function updateAttemptAccepted(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | '_id' | 'call_id'>,
  accepted: { carrier_call_sid: string; conversation_id: string; poll_at: Date },
  now: Date,
): Promise<boolean> {
  const written = await db
    .query(sql`
    with locked as materialized (
      select _id from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
        and cancel_requested_at is null for update
    ), dial as (
      update call_attempts a set carrier_call_sid = ${accepted.carrier_call_sid},
        conversation_id = ${accepted.conversation_id}, poll_at = ${accepted.poll_at}
      from locked
      where a.organization_id = ${attempt.organization_id} and a._id = ${attempt._id} and a.call_id = locked._id
        and a.state = 'dialling' and a.carrier_call_sid is null and a.conversation_id is null
      returning a.organization_id, a.project_id, a._id, a.campaign_id, a.phone_number, a.created_at
    ), event as (
      insert into carrier_events (organization_id, attempt_id, call_sid, call_status, sequence_number, source, received_at)
      select organization_id, _id, ${accepted.carrier_call_sid}, 'queued', -1, 'created', ${now}::timestamptz from dial
    ), ${insertConversationOfAttempt(accepted.conversation_id, now)} returning _id`)
    .catch((error: unknown) => {
      if (isConflict(error)) return []
      throw error
    })
  return written.length === 1
}

/** Whether somebody asked to end the call of a dial meanwhile. */
export async function selectIsCanceled(
  db: Db,
  attempt: Pick<Attempt, 'organization_id' | 'call_id'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    select _id from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
      and cancel_requested_at is not null`)
  return rows.length > 0
}

/** How many dials of a call the carrier turned out not to have, after it was asked. */
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

/** Removes a dial that was not taken and is no attempt: nothing of it is kept but the moves of its call. */
export async function deleteAttempt(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from call_attempts where organization_id = ${organizationId} and _id = ${attemptId}`)
}

/** Whether the project has a call to the number under way or waiting (Rule 12). Index: calls_waiting_by_number. */
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

/** What has become of a call and its first dial. */
export interface CallFate {
  phone_number: string
  state: CallState
  error_reason: string | null
  /** Null where it was not dialled yet. */
  dial:
    | (Pick<Attempt, 'state' | 'carrier_call_sid'> & {
        error_code: string | null
        error_reason: string | null
      })
    | null
}

/** Null where there is no such call: it was refused. */
export async function selectCallFate(
  db: Db,
  organizationId: string,
  callId: string,
): Promise<CallFate | null> {
  const [row] = await db.query<
    Omit<CallFate, 'dial'> & {
      dial_state: AttemptState | null
      carrier_call_sid: string | null
      dial_error_code: string | null
      dial_error_reason: string | null
    }
  >(sql`
    select c.phone_number, c.state, c.error_reason, a.state as dial_state, a.carrier_call_sid,
      a.error_code as dial_error_code, a.error_reason as dial_error_reason
    from calls c left join lateral (
      select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by attempt_number, created_at, _id limit 1) a on true
    where c.organization_id = ${organizationId} and c._id = ${callId}`)
  if (row === undefined) return null
  const { phone_number, state, error_reason, dial_state, carrier_call_sid } = row
  const dial = dial_state && {
    state: dial_state,
    carrier_call_sid,
    error_code: row.dial_error_code,
    error_reason: row.dial_error_reason,
  }
  return { phone_number, state, error_reason, dial }
}

/** Removes a triggered call that was refused before anything happened: a refusal leaves nothing (Promise 23). */
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
