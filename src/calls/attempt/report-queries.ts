import type { ConversationStatus } from '../../base/conversation-kinds.ts'
import type { SealedAccount } from '../../campaigns/queries.ts'
import { factsOfKnownConversation } from '../../conversations/conversation-events.ts'
import type { KnownConversation } from '../../conversations/conversation-events.ts'
import {
  insertConversationOfAttempt,
  insertedLines,
  updatedOpenConversation,
} from '../../conversations/queries.ts'
import type { ConversationLine, ConversationStanding } from '../../conversations/queries.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import { isConflict } from '../../db/run-transaction.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { areEventsWanted, eventsIf } from '../../events/event-of.ts'
import { eventsOfMove, factsOfKnownCall } from '../call-events.ts'
import { attemptColumns, callAfter, movedCall, updatedAttempt } from '../queries.ts'
import type { Attempt, AttemptUpdate, CallMove, LockedCall } from '../queries.ts'
import { carrierEventsOfAttempt, insertedCarrierEvent } from './carrier-event-queries.ts'
import type { CarrierEvent } from './carrier-events.ts'

/** An attempt with its call and all that its carrier has reported, read together and without a lock. */
export interface ReadAttempt extends LockedCall {
  /** The carrier account that it is placed with. */
  account: SealedAccount
  events: CarrierEvent[]
  /** Which versions of the two rows were read: `xmin`, the transaction that wrote them. */
  versions: { call: string; attempt: string }
}

const placeOfCall = { organization_id: sql`c.organization_id`, project_id: sql`c.project_id` }

/**
 * Returns an attempt as a report of its carrier finds it; null if the organization has none with this id. One
 * statement, by primary keys.
 */
export async function selectReadAttempt(
  db: Queryable,
  organizationId: string,
  attemptId: string,
): Promise<ReadAttempt | null> {
  type Row = Attempt & SealedAccount & { call: LockedCall['call'] } & Pick<ReadAttempt, 'events' | 'versions'>
  const [row] = await db.query<Row>(sql`
    select ${attemptColumns}, v.account_sid, v.auth_token, v.api_url, v.api_url_given_by, v.unknown_grace_seconds,
      ${areEventsWanted(placeOfCall)} as events_wanted, ${carrierEventsOfAttempt} as events,
      jsonb_build_object('call', c.xmin::text, 'attempt', a.xmin::text) as versions,
      jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id, 'phone_number', c.phone_number,
        'created_at', c.created_at, 'state', c.state, 'placed_by', c.placed_by, 'customer', c.customer,
        'attempts_count', c.attempts_count, 'cancel_requested_at', c.cancel_requested_at, 'language', p.language) as call
    from call_attempts a
    join voice_carriers v on v.organization_id = a.organization_id and v._id = a.voice_carrier_id
    join calls c on c.organization_id = a.organization_id and c._id = a.call_id
    join projects p on p.organization_id = a.organization_id and p._id = a.project_id
    where a.organization_id = ${organizationId} and a._id = ${attemptId}`)
  if (row === undefined) return null
  const {
    account_sid,
    auth_token,
    api_url,
    api_url_given_by,
    unknown_grace_seconds,
    call,
    events,
    versions,
    ...attempt
  } = row
  const account = { account_sid, auth_token, api_url, api_url_given_by, unknown_grace_seconds }
  return {
    attempt,
    call: { ...call, events_wanted: attempt.events_wanted ?? true },
    account,
    events,
    versions,
  }
}

/** What a report changes. */
export interface ReportChange {
  event: CarrierEvent
  /** What the call speaks in answer to it. */
  lines: readonly ConversationLine[]
  update: Omit<AttemptUpdate, 'conversation_id'>
  standing: ConversationStanding
  /** Null: the call stays in its state. */
  move: CallMove | null
  moveId: string
  /** How the report changes what is used of the day, if it ends the attempt (`settleDay`). */
  settle: Sql | null
}

const isApplied = sql`exists (select from attempt)`

/** Returns the status of the conversation of an attempt that is not over: both are always written together. */
function statusOf({ state }: Pick<Attempt, 'state'>): ConversationStatus {
  return state === 'ringing' || state === 'live' ? state : 'initiated'
}

/**
 * Stores a report of an attempt that is not over, and writes what it changes, in one statement: the attempt, its
 * conversation with its counts, the call's move, and at its end slot, number and day. Returns false, with nothing
 * written, if call or attempt were changed after they were read. Fails as after a conflict if the conversation is not
 * as its attempt says.
 *
 * The statement locks the call first, as every change of a call does. Each change under that lock writes a new version
 * of the call's row or of the attempt's. So a statement that waited for the lock finds another version than was read,
 * and does not match it.
 */
export async function updateReported(
  db: Queryable,
  { attempt, call, versions }: ReadAttempt & { attempt: { conversation_id: string } },
  change: ReportChange,
  now: Date,
): Promise<boolean> {
  const { organization_id, conversation_id, _id } = attempt
  const { update, move, settle, standing, lines } = change
  const isOver = update.ended_at !== null
  const parts = [
    sql`locked as materialized (
      select _id from calls where organization_id = ${organization_id} and _id = ${call._id}
        and xmin = ${versions.call}::xid for update
    ), attempt as (
      ${updatedAttempt(attempt, { ...update, conversation_id }, now)} and xmin = ${versions.attempt}::xid
        and exists (select from locked) returning organization_id, _id
    ), event as (${insertedCarrierEvent(change.event)}
    ), ${updatedOpenConversation(organization_id, conversation_id, statusOf(attempt), standing, isApplied)}`,
  ]
  if (lines.length > 0)
    parts.push(sql`lines as (${insertedLines(organization_id, conversation_id, 0, lines, now, isApplied)})`)
  if (isOver)
    parts.push(sql`
      slot as (
        update calling_slots set attempt_id = null, taken_at = null
        where organization_id = ${organization_id} and attempt_id = ${_id} and ${isApplied}
      ), number as (
        delete from numbers_in_use where organization_id = ${organization_id} and call_id = ${call._id} and ${isApplied}
      )`)
  if (move !== null)
    parts.push(movedCall({ organization_id, ...call }, move, { moveId: change.moveId, now }, isApplied))
  if (settle !== null) parts.push(sql`settled as (${settle} and ${isApplied})`)
  const facts = factsOf({ attempt, call }, change, now)
  const [first, ...rest] = parts
  const all = rest.reduce((joined, part) => sql`${joined}, ${part}`, first!)
  const written = await db.write(sql`
    with ${all}${eventsIf(facts === null ? false : attempt.events_wanted, attempt, () => facts!)}
    select _id from attempt where conflict_unless(exists (select from changed))`)
  return written.length === 1
}

/** Returns the facts of a report, in the statement of `updateReported`; null if it has none. */
function factsOf(
  { attempt, call }: LockedCall & { attempt: { conversation_id: string } },
  { move, update, standing }: ReportChange,
  now: Date,
): Sql | null {
  const { conversation_id, campaign_id, phone_number, created_at } = attempt
  const conversation: KnownConversation = {
    ...standing,
    _id: conversation_id,
    conversation_type: call.placed_by === 'caller' ? 'inbound' : 'outbound',
    campaign_id,
    phone_number,
    start_time: created_at,
    created_at: null,
  }
  const types = move === null ? [] : eventsOfMove(call.state, move.to)
  const profile = sql`(select profile_id from changed)`
  const last = { duration_seconds: update.duration_seconds, conversation_id, profile }
  const ended = { type: 'conversation.ended', at: now } as const
  const ofConversation =
    update.ended_at === null
      ? []
      : [factsOfKnownConversation(sql`select * from changed`, conversation, ended)]
  const ofCall =
    move === null || types.length === 0
      ? []
      : [factsOfKnownCall(sql`select * from moved`, callAfter(call, move), types, now, last)]
  const [first, second] = [...ofConversation, ...ofCall]
  if (first === undefined || second === undefined) return first ?? null
  return sql`(${first}) union all (${second})`
}

/**
 * Stores a report that says nothing new, and what the call speaks in answer to it. It needs no lock: whatever is
 * computed from the attempt's reports is the same with it and without.
 */
export async function insertReport(
  db: Db,
  { organization_id, _id, conversation_id }: Pick<Attempt, 'organization_id' | '_id' | 'conversation_id'>,
  event: CarrierEvent,
  lines: readonly ConversationLine[],
  now: Date,
): Promise<void> {
  const spoken =
    conversation_id === null || lines.length === 0
      ? sql``
      : sql`, lines as (${insertedLines(organization_id, conversation_id, 0, lines, now, sql`true`)})`
  await db.write(sql`
    with attempt as (select ${organization_id}::uuid as organization_id, ${_id}::uuid as _id)${spoken}
    ${insertedCarrierEvent(event)}`)
}

/**
 * Writes that the carrier has accepted an attempt of which nothing else is known yet: its event, its conversation and
 * the attempt itself. Returns false, with nothing written, if callbacks were faster, the attempt was given up, or the
 * person's profile was being merged; `recordCarrierEvent` handles these cases. Almost every attempt is written here,
 * and one statement costs a third of the transaction that would do the same.
 *
 * Where nobody wanted the project's events when the call was claimed, the statement has no parts for them, which would
 * be half of its cost. It then looks whether somebody does by now, because the carrier may have taken seconds; if so,
 * it writes nothing.
 *
 * The statement locks the call first. If another transaction had the lock and changed the attempt, the update reads the
 * attempt again and does not match it. Nor does it if the person was erased meanwhile, because their number is found by
 * what the caller has read.
 */
export async function updateAttemptAccepted(
  db: Db,
  attempt: Pick<
    Attempt,
    | 'organization_id'
    | 'project_id'
    | '_id'
    | 'call_id'
    | 'campaign_id'
    | 'phone_number'
    | 'created_at'
    | 'events_wanted'
  >,
  accepted: { carrier_call_sid: string; conversation_id: string; poll_at: Date },
  event: CarrierEvent,
  now: Date,
): Promise<boolean> {
  const isUnwanted = attempt.events_wanted === false ? sql`not ${areEventsWanted(attempt)}` : sql`true`
  const written = await db
    .write(sql`
    -- insertConversationOfAttempt reads the subquery "attempt".
    with locked as materialized (
      select _id from calls where organization_id = ${attempt.organization_id} and _id = ${attempt.call_id}
        and cancel_requested_at is null and ${isUnwanted} for update
    ), attempt as (
      update call_attempts a set carrier_call_sid = ${accepted.carrier_call_sid},
        conversation_id = ${accepted.conversation_id}, poll_at = ${accepted.poll_at}, reported_at = ${now}
      from locked
      where a.organization_id = ${attempt.organization_id} and a._id = ${attempt._id} and a.call_id = locked._id
        and a.state = 'dialling' and a.carrier_call_sid is null and a.conversation_id is null
        and a.phone_number is not distinct from ${attempt.phone_number}
      returning a.organization_id, a.project_id, a._id, a.campaign_id, a.phone_number, a.created_at
    ), event as (
      ${insertedCarrierEvent(event)}
    ), ${insertConversationOfAttempt(attempt, accepted.conversation_id, now)} returning _id`)
    .catch((error: unknown) => {
      if (isConflict(error)) return []
      throw error
    })
  return written.length === 1
}
