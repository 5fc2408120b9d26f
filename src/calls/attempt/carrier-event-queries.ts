import { instant } from '../../db/instant.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { CarrierEvent } from './carrier-events.ts'

const carrierEventColumns = sql`call_sid, call_status, sequence_number, source, occurred_at, received_at, duration_seconds,
  answered_by, sip_response_code, error_code`

/**
 * Stores an event and returns all events of the attempt, in no order. A repeated event is stored once: the key is the
 * carrier's call, its status, the event's own number and its source. All polls of an answered call are one event, to
 * which a later one adds who answered. The call is locked, so that no other transaction stores events of the attempt
 * meanwhile. Index: carrier_events_pkey.
 */
export async function insertCarrierEvent(
  transaction: Transaction,
  attempt: { organization_id: string; _id: string },
  event: CarrierEvent,
): Promise<CarrierEvent[]> {
  return transaction.query<CarrierEvent>(sql`
    with stored as (
      insert into carrier_events as e (organization_id, attempt_id, call_sid, call_status, sequence_number, source,
        occurred_at, received_at, duration_seconds, answered_by, sip_response_code, error_code)
      values (${attempt.organization_id}, ${attempt._id}, ${event.call_sid}, ${event.call_status},
        ${event.sequence_number}, ${event.source}, ${event.occurred_at}, ${event.received_at},
        ${event.duration_seconds}, ${event.answered_by}, ${event.sip_response_code}, ${event.error_code})
      on conflict (organization_id, attempt_id, call_sid, call_status, sequence_number, source)
        do update set answered_by = excluded.answered_by
        where e.answered_by is null and excluded.answered_by is not null
      returning ${carrierEventColumns}
    )
    select ${carrierEventColumns} from carrier_events
    where organization_id = ${attempt.organization_id} and attempt_id = ${attempt._id}
      and (call_sid, call_status, sequence_number, source) not in (
        select call_sid, call_status, sequence_number, source from stored)
    union all select ${carrierEventColumns} from stored`)
}

/** Returns the insert of an event, for a statement whose CTE `attempt` has the attempt's keys, or no row. */
export function insertedCarrierEvent(event: CarrierEvent): Sql {
  return sql`
    insert into carrier_events (organization_id, attempt_id, ${carrierEventColumns})
    select organization_id, _id, ${event.call_sid}, ${event.call_status}, ${event.sequence_number}::integer, ${event.source},
      ${event.occurred_at}::timestamptz, ${event.received_at}::timestamptz, ${event.duration_seconds}::double precision,
      ${event.answered_by}, ${event.sip_response_code}, ${event.error_code}
    from attempt on conflict do nothing`
}

/** The events of an attempt `a` as a JSON list, in no order. Index: carrier_events_pkey. */
export const carrierEventsOfAttempt = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('call_sid', e.call_sid, 'call_status', e.call_status,
      'sequence_number', e.sequence_number, 'source', e.source, 'occurred_at', ${instant(sql`e.occurred_at`)},
      'received_at', ${instant(sql`e.received_at`)}, 'duration_seconds', e.duration_seconds, 'answered_by', e.answered_by,
      'sip_response_code', e.sip_response_code, 'error_code', e.error_code)), '[]'::jsonb)
  from carrier_events e where e.organization_id = a.organization_id and e.attempt_id = a._id)`

/** Returns what the carrier has said of an attempt, and when it last said something. */
export async function selectReports(
  transaction: Transaction,
  { organization_id, _id }: { organization_id: string; _id: string },
): Promise<{ events: CarrierEvent[]; reported_at: string | null }> {
  const [row] = await transaction.query<{ events: CarrierEvent[]; reported_at: string | null }>(sql`
    select ${carrierEventsOfAttempt} as events, a.reported_at from call_attempts a
    where a.organization_id = ${organization_id} and a._id = ${_id}`)
  return row ?? { events: [], reported_at: null }
}
