import { instant, typeRows } from '../events/event-of.ts'
import type { EventType } from '../events/event-types.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
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
interface LastAttempt {
  /** Null before it has ended. */
  duration_seconds: number | null
  conversation_id: string | null
}

/**
 * Returns the facts of `eventsOf` for calls that have just moved.
 *
 * @param calls rows of `calls` as they are after the move.
 * @param last what the events show of the last attempt: `none`, nothing; `attempt`, what earlier statements have written of it;
 *   else these values, for an attempt that the same statement writes.
 */
export function factsOfCalls(
  calls: Sql,
  types: readonly EventType[],
  now: Date,
  { last }: { last: 'attempt' | 'none' | LastAttempt },
): Sql {
  return sql`
    select t.type, c._id as subject_id, ${now}::timestamptz as at, jsonb_build_object('_id', c._id, 'campaign_id', c.campaign_id,
        'placed_by', c.placed_by, 'phone_number', c.phone_number, 'state', c.state,
        'state_since', ${instant(sql`c.state_since`)}, 'created_at', ${instant(sql`c.created_at`)},
        'attempts_count', c.attempts_count,
        'error', case when c.error_code is not null or c.error_reason is not null
          then jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end,
        'cancel_requested_at', ${instant(sql`c.cancel_requested_at`)}, 'duration_seconds', a.duration_seconds,
        'conversation_id', a.conversation_id, 'customer_profile_id', (
          select v.profile_id from conversations v
          where v.organization_id = c.organization_id and v._id = a.conversation_id)) as data,
      jsonb_build_object('customer', c.customer) as texts
    from (${calls}) c
    left join ${lastAttempt(last)} on true
    cross join ${typeRows(types)}
    order by t.place`
}

function lastAttempt(last: 'attempt' | 'none' | LastAttempt): Sql {
  if (last === 'attempt')
    return sql`lateral (
          select duration_seconds, conversation_id from call_attempts
          where organization_id = c.organization_id and call_id = c._id and state <> 'never_placed'
          order by attempt_number desc, created_at desc limit 1) a`
  const { duration_seconds, conversation_id } =
    last === 'none' ? { duration_seconds: null, conversation_id: null } : last
  return sql`(values (${duration_seconds}::double precision, ${conversation_id}::uuid)) a (duration_seconds, conversation_id)`
}
