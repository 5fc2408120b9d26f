import { instant } from '../db/instant.ts'
import { literal, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { typeRows } from '../events/event-of.ts'
import type { EventType } from '../events/event-types.ts'
import { callMoves } from './call.ts'
import type { CallState } from './call.ts'

/**
 * Returns the events of a move; none for one that has none. A call that was unresolved has two: its outcome is
 * known, and what it is.
 */
export function eventsOfMove(from: CallState | null, to: CallState): EventType[] {
  const resolved: EventType[] = from === 'unresolved' ? ['call.resolved'] : []
  if (callMoves[to].length === 0) return [...resolved, 'call.ended']
  switch (to) {
    case 'waiting':
      return from === null ? ['call.queued'] : [...resolved, 'call.retry_scheduled']
    case 'dialling':
      return from === 'waiting' ? ['call.started'] : resolved
    case 'live':
      return [...resolved, 'call.answered']
    case 'unresolved':
      return ['call.unresolved']
    default:
      return resolved
  }
}

/** What the events of a call show of its last attempt. */
export interface LastAttempt {
  /** Null before it has ended. */
  duration_seconds: number | null
  conversation_id: string | null
}

/** A call as the transaction that moves it has read it, or writes it. */
export interface KnownCall {
  _id: string
  campaign_id: string
  placed_by: string
  phone_number: string | null
  /** ISO 8601, in any form. */
  created_at: string
  attempts_count: number
  cancel_requested_at: string | null
}

/** A call after its move. */
export interface MovedCall extends KnownCall {
  state: CallState
  error: { code: string | null; reason: string | null } | null
}

/**
 * Returns the facts of `eventsOf` for a call that has just moved and of which all is known. So PostgreSQL neither reads
 * nor builds what the events show, which is a third of what they cost.
 *
 * @param moved rows of `calls` as they are after the move: one, or none if it was not made.
 * @param call as it is after the move, which was made at `now`.
 * @param last null: its events show nothing of an attempt. `profile`: the profile of its conversation, where the
 *   statement has it; otherwise it is read.
 */
export function factsOfKnownCall(
  moved: Sql,
  call: MovedCall,
  types: readonly EventType[],
  now: Date,
  last: (LastAttempt & { profile?: Sql }) | null,
): Sql {
  const { _id, campaign_id, placed_by, phone_number, created_at, attempts_count, cancel_requested_at } = call
  const conversation_id = last?.conversation_id ?? null
  const data = {
    _id,
    campaign_id,
    placed_by,
    phone_number,
    state: call.state,
    state_since: now.toISOString(),
    created_at: new Date(created_at).toISOString(),
    attempts_count,
    error: call.error,
    cancel_requested_at: cancel_requested_at === null ? null : new Date(cancel_requested_at).toISOString(),
    duration_seconds: last?.duration_seconds ?? null,
    conversation_id,
    customer_profile_id: null,
  }
  const profile =
    conversation_id === null
      ? sql``
      : sql` || jsonb_build_object('customer_profile_id', ${
          last?.profile ??
          sql`(
          select v.profile_id from conversations v
          where v.organization_id = c.organization_id and v._id = ${conversation_id})`
        })`
  return ofTypes(
    types,
    (type) => sql`
    select ${type} as type, c._id as subject_id, ${now}::timestamptz as at, ${JSON.stringify(data)}::jsonb${profile} as data,
      jsonb_build_object('customer', c.customer) as texts
    from (${moved}) c`,
  )
}

/**
 * Returns the facts of `eventsOf` for calls that have just moved.
 *
 * @param calls rows of `calls` as they are after the move.
 * @param last what the events show of the last attempt: `none`, nothing; `attempt`, what earlier statements have
 *   written of it; else these values, for an attempt that the same statement writes.
 */
export function factsOfCalls(
  calls: Sql,
  types: readonly EventType[],
  now: Date,
  { last }: { last: 'attempt' | 'none' | LastAttempt },
): Sql {
  const ofAttempt =
    last === 'none'
      ? sql`'duration_seconds', null, 'conversation_id', null, 'customer_profile_id', null`
      : sql`'duration_seconds', a.duration_seconds,
        'conversation_id', a.conversation_id, 'customer_profile_id', (
          select v.profile_id from conversations v
          where v.organization_id = c.organization_id and v._id = a.conversation_id)`
  return ofTypes(
    types,
    (type) => sql`
    select ${type} as type, c._id as subject_id, ${now}::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
        'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
        'state_since', ${instant(sql`c.state_since`)}, 'created_at', ${instant(sql`c.created_at`)},
        'attempts_count', c.attempts_count,
        'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
        'cancel_requested_at', ${instant(sql`c.cancel_requested_at`)}, ${ofAttempt}) as data,
      jsonb_build_object('customer', c.customer) as texts
    from (${calls}) c${last === 'none' ? sql`` : sql` left join ${lastAttempt(last)} on true`}`,
  )
}

/** Returns rows of each type, oldest first. A single one, as most moves have, needs neither join nor order. */
function ofTypes(types: readonly EventType[], rowsOf: (type: Sql) => Sql): Sql {
  const [first, ...rest] = types
  if (first !== undefined && rest.length === 0) return rowsOf(sql`${literal(first)}::text`)
  return sql`${rowsOf(sql`t.type`)} cross join ${typeRows(types)} order by t.place`
}

function lastAttempt(last: 'attempt' | LastAttempt): Sql {
  if (last === 'attempt')
    return sql`lateral (
          select duration_seconds, conversation_id from call_attempts
          where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
          order by attempt_number desc, created_at desc limit 1) a`
  const { duration_seconds, conversation_id } = last
  return sql`(values (${duration_seconds}::double precision, ${conversation_id}::uuid)) a (duration_seconds, conversation_id)`
}
