import { campaignTimeLimit } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { List } from '../../db/page.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import {
  objectField,
  fieldsOf,
  idField,
  numberField,
  textField,
  timestampField,
} from '../../filters/fields.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'
import {
  dayGuard,
  exceedsEveryDay,
  isTooDear,
  selectDay,
  selectLimits,
} from '../../guards/limits/limit-sql.ts'
import type { CallState, Placer } from '../call.ts'
import type { Customer } from '../place/customer.ts'
import type { AttemptUpdate } from '../queries.ts'
import { withinLimit } from '../queue/slot-queries.ts'
import type { QueueStanding, WaitingCall } from './wait-reason.ts'

/** A call as lists show it. */
export interface CallRow extends Omit<WaitingCall, 'waits_for' | 'callee_zones'> {
  _id: string
  campaign_id: string
  placed_by: Placer
  /** E.164; null for a caller who withholds it. */
  phone_number: string | null
  state: CallState
  state_since: string
  created_at: string
  attempts_count: number
  error_code: string | null
  error_reason: string | null
  cancel_requested_at: string | null
  /** Null unless it is waiting. */
  waits_for: WaitingCall['waits_for'] | null
  /** `timezone` of the request, as it was given; null unless it is waiting. */
  customer_timezone: unknown
}

/** A move of a call. */
export interface CallMoveRow {
  from_state: CallState | null
  to_state: CallState
  reason: string
  moved_at: string
}

/** An attempt as the API shows it. */
export interface AttemptRow extends Omit<AttemptUpdate, 'poll_at'> {
  _id: string
  attempt_number: number
  state_since: string
  created_at: string
}

/** A call with its moves and attempts, oldest first. */
export interface CallHistory extends CallRow {
  customer: Customer
  /** Its place among the campaign's waiting calls, from 1; null unless it is waiting. */
  place: number | null
  moves: CallMoveRow[]
  attempts: AttemptRow[]
}

/** The columns of `CallRow`, from `calls c`. */
export const callColumns = sql`c._id, c.campaign_id, c.placed_by, c.phone_number, c.state, c.state_since, c.created_at,
  c.attempts_count, c.error_code, c.error_reason, c.cancel_requested_at, c.waits_for, c.due_at, c.held_by, c.open_until,
  c.held_timezone, coalesce(c.state = 'waiting' and c.held_by = 'spend_a_day' and (
      select ${isTooDear(sql`held.phone_number`, campaignTimeLimit, sql`0::numeric`)}
      from (select c.organization_id, c.campaign_id, c.phone_number) held
      join campaigns c on c.organization_id = held.organization_id and c._id = held.campaign_id
      cross join lateral (${selectLimits(sql`held.organization_id`)}) l), false) as is_too_dear,
  case when c.state = 'waiting' then c.customer -> 'timezone' end as customer_timezone,
  c.state = 'waiting' and exists (select from numbers_in_use n where n.organization_id = c.organization_id
    and n.project_id = c.project_id and n.phone_number = c.phone_number) as is_number_in_use,
  (select p.paused_until from campaigns g
    join caller_ids i on i.organization_id = g.organization_id and i._id = g.caller_id_id
    join number_pauses p on p.organization_id = i.organization_id and p.voice_carrier_id = i.voice_carrier_id
      and p.phone_number = c.phone_number
    where c.state = 'waiting' and g.organization_id = c.organization_id and g._id = c.campaign_id) as number_paused_until`

/** Returns the columns of `QueueStanding` at an instant, from `campaignsWithCarrier`. */
export const standingColumns = (
  now: Date,
): Sql => sql`c.status = 'paused' as is_paused, c.calling_hours, p.held_until as paused_until,
      exists (select from calling_slots s where s.organization_id = c.organization_id and s.campaign_id = c._id
        and s.attempt_id is null and ${withinLimit(sql`s.slot_number`, {
          organization_id: sql`c.organization_id`,
          campaign_id: sql`c._id`,
          slots: sql`c.slots`,
        })}) as has_free_slot,
      coalesce(p.arrival_at <= clock_timestamp()
        + (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second * interval '1 second', true) as is_within_rate,
      (select ${dayGuard(campaignTimeLimit)} from (${selectLimits(sql`c.organization_id`)}) l
        left join (${selectDay(sql`c.organization_id`, guardTimes(now))}) d on true) as guard,
      (select ${exceedsEveryDay(sql`t.seconds`)} from (${selectLimits(sql`c.organization_id`)}) l,
        (select ${campaignTimeLimit} as seconds) t) as exceeds_every_day`

/** Campaigns with the rate limit of their carrier account. */
export const campaignsWithCarrier = sql`campaigns c
    left join caller_ids n on n.organization_id = c.organization_id and n._id = c.caller_id_id
    left join voice_carriers v on v.organization_id = n.organization_id and v._id = n.voice_carrier_id
    left join carrier_rate_limits p on p.organization_id = v.organization_id and p.voice_carrier_id = v._id`

/**
 * Returns what stops the queue of a campaign at the moment; null if the project has no such campaign. The carrier's
 * rate is by the database's clock, as in `claimCalls`.
 */
export async function selectQueueStanding(
  db: Queryable,
  organizationId: string,
  projectId: string,
  campaignId: string,
  now: Date,
): Promise<QueueStanding | null> {
  const [standing] = await db.query<QueueStanding>(sql`
    select ${standingColumns(now)} from ${campaignsWithCarrier}
    where c.organization_id = ${organizationId} and c.project_id = ${projectId} and c._id = ${campaignId}`)
  return standing ?? null
}

const given = { nullable: false }

const filterFields = {
  _id: idField(sql`c._id`, given),
  campaign_id: idField(sql`c.campaign_id`, given),
  placed_by: textField(sql`c.placed_by`, given),
  call_direction: textField(sql`(case c.placed_by when 'caller' then 'inbound' else 'outbound' end)`, given),
  phone_number: textField(sql`c.phone_number`),
  state: textField(sql`c.state`, given),
  state_since: timestampField(sql`c.state_since`, given),
  created_at: timestampField(sql`c.created_at`, given),
  attempts_count: numberField(sql`c.attempts_count`, given),
  error: objectField(
    sql`case when c.error_code is null and c.error_reason is null then 'null'::jsonb
    else jsonb_build_object('code', c.error_code, 'reason', c.error_reason) end`,
    { code: 'string', reason: 'string' },
  ),
  cancel_requested_at: timestampField(sql`c.cancel_requested_at`),
}

/** The fields of calls for filters: all that a list shows, except why a call waits, which is not stored. */
export const callFilterFields = fieldsOf(filterFields)

/** The fields of calls for filters of the management API. Index of a batch: calls_by_batch. */
export const projectCallFilterFields = fieldsOf({ ...filterFields, batch_id: idField(sql`c.batch_id`) })

/**
 * Returns one page of a campaign's calls, and how many there are. In the endpoint's own order the page is read from the
 * index alone, so that skipping many calls costs little. Its calls are then read one by one: `lateral` with `limit 1`
 * forces that, because the planner doesn't know the page's size. Index: calls_by_campaign.
 */
export async function selectCalls(
  db: Db,
  organizationId: string,
  campaignId: string,
  list: List,
): Promise<{ items: CallRow[]; total: number }> {
  const from = sql`from calls c where c.organization_id = ${organizationId} and c.campaign_id = ${campaignId}
    and ${list.where}`
  const queryable = list.isComposed ? db.limited(organizationId) : db
  const [items, counts] = await Promise.all([
    queryable.query<CallRow>(sql`
      select shown.*
      from (
        select c._id, row_number() over (order by ${list.orderBy}) as place ${from}
        order by ${list.orderBy} limit ${list.limit} offset ${list.skip}) page
      cross join lateral (
        select ${callColumns} from calls c where c.organization_id = ${organizationId} and c._id = page._id limit 1) shown
      order by page.place`),
    queryable.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/**
 * The last moves and attempts of a call that its history has: one that its carrier never takes is tried again for
 * weeks.
 */
const partsMax = 500

/**
 * Returns a call with its history; null if the campaign has none with this id. One statement reads all, so that the
 * parts fit together. The place is counted by an index-only scan of the waiting calls before it. Indexes:
 * calls_in_queue, call_moves_by_call, call_attempts_by_call.
 */
export async function selectCallHistory(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  callId: string,
): Promise<CallHistory | null> {
  const [call] = await db.query<CallHistory>(sql`
    select ${callColumns}, c.customer,
      case when c.state = 'waiting' then (
        select count(*) from calls o where o.organization_id = c.organization_id and o.campaign_id = c.campaign_id
          and o.state = 'waiting' and o.waits_for in ('turn', 'number', 'due') and o.queue_number <= c.queue_number
      ) end as place,
      (select jsonb_agg(jsonb_build_object('from_state', m.from_state, 'to_state', m.to_state, 'reason', m.reason,
          'moved_at', m.moved_at) order by m._id)
        from (select * from call_moves m where m.organization_id = c.organization_id and m.call_id = c._id
          order by m._id desc limit ${partsMax}) m) as moves,
      (select jsonb_agg(jsonb_build_object('_id', a._id, 'attempt_number', a.attempt_number, 'state', a.state,
          'state_since', a.state_since, 'created_at', a.created_at, 'answered_at', a.answered_at,
          'ended_at', a.ended_at, 'duration_seconds', a.duration_seconds, 'answered_by', a.answered_by,
          'conversation_id', a.conversation_id, 'carrier_call_sid', a.carrier_call_sid, 'error_code', a.error_code,
          'error_reason', a.error_reason) order by a.attempt_number, a.created_at, a._id)
        from (select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
          order by a.attempt_number desc, a.created_at desc limit ${partsMax}) a) as attempts
    from calls c
    where c.organization_id = ${organizationId} and c._id = ${callId} and c.campaign_id = ${campaignId}`)
  if (call === undefined) return null
  const moves = (call.moves ?? []).map((move) => ({ ...move, moved_at: instant(move.moved_at) }))
  const attempts = (call.attempts ?? []).map((attempt) => ({
    ...attempt,
    state_since: instant(attempt.state_since),
    created_at: instant(attempt.created_at),
    answered_at: attempt.answered_at && instant(attempt.answered_at),
    ended_at: attempt.ended_at && instant(attempt.ended_at),
  }))
  return { ...call, moves, attempts }
}

/** Converts a timestamp as PostgreSQL writes it into JSON to the form that timestamps have everywhere else here. */
function instant(text: string): string {
  return new Date(text).toISOString()
}
