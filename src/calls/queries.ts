import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { areEventsWanted, eventsIf } from '../events/event-of.ts'
import { reservationColumns, usedOf } from '../guards/limits/day-queries.ts'
import type { Reservation } from '../guards/limits/day-queries.ts'
import { eventsOfMove, factsOfCalls, factsOfKnownCall } from './call-events.ts'
import type { KnownCall, LastAttempt } from './call-events.ts'
import type { AttemptState, CallState, Placer } from './call.ts'
import { moveReasons } from './move-reasons.ts'
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
  /**
   * A script with its voice, the revision of a workflow, of an agent, or of a workflow with the agent that it hands to.
   */
  script: string | null
  voice: string | null
  workflow_id: string | null
  workflow_revision: number | null
  agent_id: string | null
  agent_revision: number | null
  /** Whether the carrier detects answering machines. */
  machine_detection: boolean
  /** After which the carrier ends the call, in seconds; null: the attempt is older than the guards. */
  time_limit_seconds: number | null
}

export interface NewCall {
  organization_id: string
  project_id: string
  _id: string
  campaign_id: string
  placed_by: 'trigger' | 'queue'
  phone_number: string
  customer: Customer
  /** Whether somebody wants the project's events; absent: not known. */
  events_wanted?: boolean
}

/** Where a new call waits: in the queue, or aside until `due_at`. */
export interface NewCallWait {
  /** Until when the hours are open where the callee is; null: they are closed, or don't hold there. */
  open_until: Date | null
  due_at: Date | null
  /** The zone whose hours open last; null: it is in the queue. */
  held_timezone: string | null
}

/** Returns what events show of a call that is inserted at `now`. */
export function knownCall({ _id, campaign_id, placed_by, phone_number }: NewCall, now: Date): KnownCall {
  const created_at = now.toISOString()
  return {
    _id,
    campaign_id,
    placed_by,
    phone_number,
    created_at,
    attempts_count: 0,
    cancel_requested_at: null,
  }
}

/**
 * Inserts a call as waiting, with its first move, in one statement. `claimCalls` may claim it in the same transaction.
 */
export async function insertWaitingCall(
  transaction: Transaction,
  call: NewCall,
  wait: NewCallWait,
  moveId: string,
  now: Date,
): Promise<void> {
  await transaction.query(sql`with ${insertedCall(call, wait, moveId, now)} select`)
}

/** Returns CTEs that insert a call as waiting, with its first move. */
export function insertedCall(
  call: NewCall,
  { open_until, due_at, held_timezone }: NewCallWait,
  moveId: string,
  now: Date,
): Sql {
  const after = { ...knownCall(call, now), error: null, state: 'waiting' as const }
  const placed = () => factsOfKnownCall(sql`select * from placed`, after, ['call.queued'], now, null)
  return sql`
    placed as (
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer,
        state, state_since, waits_for, attempts_count, created_at, open_until, due_at, held_timezone)
      values (${call.organization_id}, ${call.project_id}, ${call._id}, ${call.campaign_id}, ${call.placed_by},
        ${call.phone_number}, ${JSON.stringify(call.customer)}::jsonb, 'waiting', ${now},
        ${due_at === null ? 'turn' : 'due'}, 0, ${now}, ${open_until}, ${due_at}, ${held_timezone})
      returning *
    )${eventsIf(call.events_wanted, call, placed)}, history as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select organization_id, ${moveId}::uuid, _id, null, 'waiting', ${moveReasons.placed}, ${now}::timestamptz from placed
    )`
}

/**
 * An attempt of a call, with what it has reserved of its day; a call of a person to the project has one, which reserves
 * nothing.
 */
export interface Attempt extends Omit<NewAttempt, 'phone_number'>, Reservation {
  /** The person's number, E.164; null for a caller who withholds it. */
  phone_number: string | null
  organization_id: string
  project_id: string
  call_id: string
  campaign_id: string
  attempt_number: number
  state: AttemptState
  carrier_call_sid: string | null
  conversation_id: string | null
  polls_count: number
  /** Why it failed or is `unresolved`, or is ended in a queue of the carrier; absent: it was not read. */
  error_reason?: string | null
  created_at: string
  /** Whether somebody wanted the project's events when its call was claimed or locked; absent: it was not asked. */
  events_wanted?: boolean
}

/** An attempt that the carrier may be asked to place. */
export type DialedAttempt = Attempt & { phone_number: string }

/** The columns of `Attempt`, from `call_attempts a`. */
export const attemptColumns = sql`a.organization_id, a.project_id, a._id, a.call_id, a.campaign_id, a.voice_carrier_id,
  a.attempt_number, a.phone_number, a.caller_id_number, a.ring_timeout_seconds, a.state, a.script, a.voice,
  a.workflow_id, a.workflow_revision, a.agent_id, a.agent_revision, a.carrier_call_sid, a.conversation_id,
  a.machine_detection, a.polls_count, a.error_reason, a.created_at, ${reservationColumns}`

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
    campaign_id: string
    phone_number: string | null
    /** ISO 8601, in any form. */
    created_at: string
    state: CallState
    placed_by: Placer
    customer: Customer
    /** Attempts so far, without those that were never placed. */
    attempts_count: number
    cancel_requested_at: string | null
    /** The project's language, for scripts and workflows without their own. BCP 47. */
    language: string
    /** Whether somebody wants the project's events. */
    events_wanted: boolean
  }
}

const placeOfCall = { organization_id: sql`c.organization_id`, project_id: sql`c.project_id` }

/**
 * Locks the call of an attempt and reads both. A transaction changes a call, its attempts and its conversations only
 * under the lock of the row in `calls`, so that callbacks, polls and requests to the carrier do not interfere. The
 * attempt is read by a second statement: in one statement, rows joined to the locked one would be read from before the
 * wait. The two are sent together, and the second begins when the first has the lock.
 */
export async function lockCallOfAttempt(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
): Promise<LockedCall | null> {
  const [[call], attempt] = await Promise.all([
    transaction.query<LockedCall['call']>(sql`
    select c._id, c.campaign_id, c.phone_number, c.created_at, c.state, c.placed_by, c.customer, c.attempts_count, c.cancel_requested_at, (select p.language from projects p
        where p.organization_id = c.organization_id and p._id = c.project_id) as language, ${areEventsWanted(placeOfCall)} as events_wanted
    from calls c
    where c.organization_id = ${organizationId} and c._id = (
      select call_id from call_attempts where organization_id = ${organizationId} and _id = ${attemptId})
    for update`),
    selectAttempt(transaction, organizationId, attemptId),
  ])
  if (call === undefined || attempt === null) return null
  return { call, attempt: { ...attempt, events_wanted: call.events_wanted } }
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

/**
 * Moves a locked call and inserts the move into its history. Throws if the call has left its state meanwhile.
 *
 * @param settle a change of what the organization has used of the day, in the same statement (`settleDay`).
 * @param known what its events show, if all of it is known.
 */
export async function updateCallState(
  transaction: Transaction,
  call: {
    organization_id: string
    project_id: string
    _id: string
    state: CallState
    events_wanted?: boolean
  },
  move: CallMove,
  {
    moveId,
    now,
    settle = null,
    known = null,
  }: {
    moveId: string
    now: Date
    settle?: Sql | null
    known?: { call: KnownCall; last: LastAttempt | null } | null
  },
): Promise<void> {
  const types = eventsOfMove(call.state, move.to)
  const rows = sql`select * from moved`
  const facts = () =>
    known === null
      ? factsOfCalls(rows, types, now, { last: move.uncounted ? 'none' : 'attempt' })
      : factsOfKnownCall(rows, callAfter(known.call, move), types, now, known.last)
  const moved = await transaction.query(sql`
    with ${movedCall(call, move, { moveId, now }, sql`true`)}${settle === null ? sql`` : sql`, settled as (${settle})`}${eventsIf(types.length === 0 ? false : call.events_wanted, call, facts)}
    select _id from moved`)
  if (moved.length !== 1) throw new Error(`call ${call._id} is no longer ${call.state}`)
}

/** Returns a call as it is after a move. */
export function callAfter(call: KnownCall, { to, error, uncounted }: CallMove) {
  const attempts_count = call.attempts_count - (uncounted === true ? 1 : 0)
  return { ...call, state: to, error: error ?? null, attempts_count }
}

/**
 * Returns CTEs that move a locked call and insert the move into its history: `moved` is the call after it, without a
 * row if it has left its state.
 *
 * @param condition without which the call is not moved.
 */
export function movedCall(
  call: { organization_id: string; _id: string; state: CallState },
  move: CallMove,
  { moveId, now }: { moveId: string; now: Date },
  condition: Sql,
): Sql {
  const dueAt = move.to === 'waiting' ? (move.dueAt ?? null) : null
  const waitsFor = move.to !== 'waiting' ? null : dueAt === null ? 'turn' : 'due'
  return sql`
    moved as (
      update calls set state = ${move.to}, state_since = ${now}, waits_for = ${waitsFor}, due_at = ${dueAt},
        open_until = null, held_timezone = null,
        error_code = ${move.error?.code ?? null}, error_reason = ${move.error?.reason ?? null},
        attempts_count = attempts_count - case when ${move.uncounted ?? false}::boolean then 1 else 0 end
      where organization_id = ${call.organization_id} and _id = ${call._id} and state = ${call.state} and ${condition}
      returning *
    ), history as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select organization_id, ${moveId}::uuid, _id, ${call.state}, ${move.to}, ${move.reason}, ${now}::timestamptz from moved
    )`
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
  /** When the carrier said so; absent if it did not. */
  reported_at?: Date
}

/**
 * Updates an attempt of a locked call. `state_since` changes only with the state. An attempt that is over keeps what
 * its day is charged with (`settleDay`).
 */
export async function updateAttempt(
  transaction: Transaction,
  attempt: Pick<Attempt, 'organization_id' | '_id'> & Reservation,
  update: AttemptUpdate,
  now: Date,
): Promise<void> {
  await transaction.query(updatedAttempt(attempt, update, now))
}

/** Returns the same update, for a statement that writes more than the attempt. */
export function updatedAttempt(
  attempt: Pick<Attempt, 'organization_id' | '_id'> & Reservation,
  update: AttemptUpdate,
  now: Date,
): Sql {
  const isOver = update.poll_at === null
  const used = isOver ? usedOf(attempt, update.duration_seconds, update.ended_at) : null
  return sql`
    update call_attempts set
      state_since = case when state = ${update.state} then state_since else ${now} end,
      state = ${update.state}, carrier_call_sid = ${update.carrier_call_sid},
      conversation_id = ${update.conversation_id}, answered_at = ${update.answered_at}, ended_at = ${update.ended_at},
      duration_seconds = ${update.duration_seconds}, error_code = ${update.error_code},
      error_reason = ${update.error_reason}, answered_by = ${update.answered_by}, poll_at = ${update.poll_at},
      reported_at = coalesce(${update.reported_at ?? null}, reported_at), settled_seconds = ${used?.seconds ?? null}, settled_amount = ${used?.amount ?? null}
    where organization_id = ${attempt.organization_id} and _id = ${attempt._id}`
}

/** Returns whether the project has a live or waiting call to the number (Rule 12). */
export async function selectIsNumberTaken(
  transaction: Transaction,
  call: Pick<NewCall, 'organization_id' | 'project_id' | 'phone_number'>,
): Promise<boolean> {
  const [row] = await transaction.query<{ is_taken: boolean }>(sql`select ${isNumberTaken(call)} as is_taken`)
  return row?.is_taken ?? false
}

/** Returns the same as a condition. Index: calls_waiting_by_number. */
export function isNumberTaken({
  organization_id,
  project_id,
  phone_number,
}: Pick<NewCall, 'organization_id' | 'project_id' | 'phone_number'>): Sql {
  return sql`(exists (select from numbers_in_use where organization_id = ${organization_id}
        and project_id = ${project_id} and phone_number = ${phone_number})
      or exists (select from calls where organization_id = ${organization_id}
        and project_id = ${project_id} and phone_number = ${phone_number} and state = 'waiting'))`
}
