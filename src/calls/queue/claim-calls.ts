import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { freeWithinLimit, withinLimit } from './queue-queries.ts'
import type { CampaignKey } from './queue-queries.ts'
import type { NewAttempt } from '../queries.ts'

/** How many calls of a line are looked at in one claim; what is found blocked at its head is put aside (`parkBlocked`). */
const lineWindow = sql`50`
/** How many calls of other campaigns to a number are looked at for standing before one. */
const othersMost = sql`20`
/** Who may go: the first calls of a campaign's line, or one call that was accepted a moment ago. */
export interface ClaimRequest extends CampaignKey {
  voice_carrier_id: string
  slots: number
  /** Only this call; `inOrder`: and only where nobody who may go stands before it. Null: whoever is first. */
  only: { callId: string; inOrder: boolean } | null
  /** Calls at most, and ids for their dials and moves. */
  most: number
  attemptIds: readonly string[]
  moveIds: readonly string[]
  /** How long a call may be made to wait for the carrier's rate, with slot and number in hand. */
  paceMostMs: number
  attempt: Omit<NewAttempt, '_id' | 'phone_number' | 'voice_carrier_id'>
  reason: string
  leaseMs: number
  now: Date
}

/** A call that goes now: it is `dialling`, and holds slot, number and its turn at the carrier. */
export interface ClaimedCall {
  attempt_id: string
  call_id: string
  phone_number: string
  attempt_number: number
  /** Until its turn at the carrier. */
  delay_ms: number
  /** The carrier did not take the number before. */
  was_refused: boolean
}

/** What stood in the way of more. */
export interface ClaimLimits {
  /** Free slots, those that another transaction is about to take among them. No more than were asked for. */
  free_slots: number
  /** Of these the ones that could be had for the calls that may go. */
  slots_had: number
  /** Calls looked at that may go as far as their numbers are concerned, whether or not a slot could be had. */
  able: number
  /** Calls that could have gone as far as the line, their numbers and the slots are concerned. */
  in_line: number
  /** Turns that the carrier's rate had. */
  paced: number
  /** The carrier did not take the last calls; null where it was not looked at. */
  failures: number | null
  /** Until the carrier's rate has a turn within `paceMostMs` again; 0 where it has one. */
  pace_wait_ms: number
}

/**
 * Lets calls go: gives each a free slot, its number and a turn at the carrier, and writes it as `dialling` with its
 * dial, all in one statement. What can't be had leaves no trace. So a campaign never has more calls than slots, and a
 * number never two calls (Promises 16 and 17).
 *
 * Slots are locked only for calls that may go: a look at a line whose calls all wait for their numbers takes no slot from
 * others. Slots and calls that another transaction has in its hands are passed over (`skip locked`); a number that another
 * transaction takes at the same moment is waited for and then not had (`on conflict`). The carrier's pace is the generic
 * cell rate algorithm, by the database's clock, so that processes whose clocks differ keep one rate: bursts of one
 * second's worth, at least one call (Rule 48).
 *
 * A number that several campaigns wait for goes to the call that came first, if it is about to go: it stands among the
 * first of its line, its campaign is open and has a free slot. Otherwise nobody waits for another campaign
 * (Rules 15 and 16, Promise 21).
 *
 * Indexes: calling_slots_free, calls_in_queue, calls_waiting_by_number; at most `lineWindow` calls are looked at, so that
 * a dial costs the same however many wait. It is worded so that it is quick also where the planner knows nothing of the
 * tables yet, as after a crash: `offset 0` has a condition looked up for each call instead of joined, `(…) is true` and
 * `any(array(…))` leave the primary key as the only way to the calls of the window and to those that go. Otherwise it
 * took seconds, or grew with the calls of the organization. Constant limits are written into the text: behind a parameter
 * the planner expects a tenth of the line, finds its general plan dear, and plans anew for each dial, which doubles it.
 */
export async function claimCalls(
  transaction: Transaction,
  request: ClaimRequest,
): Promise<{ limits: ClaimLimits; granted: ClaimedCall[] }> {
  const rows = await transaction.query<ClaimLimits & { [K in keyof ClaimedCall]: ClaimedCall[K] | null }>(sql`
    with ${callsThatMayGo(request)}, ${slotsForThem(request)}, ${paceOfCarrier(request)}, ${whatIsGranted(request)}, ${dialsOfGranted(request)}
    select (select count(*) from open_slots) as free_slots, (select count(*) from free) as slots_had,
      (select count(*) from able) as able, (select count(*) from turn) as in_line,
      (select count(*) from chosen) as paced, (select failures from pace_now) as failures,
      coalesce((select greatest(0,
          1000 * (next_in + (select count(*) from granted) / rate) - ${request.paceMostMs}::double precision,
          case when is_held then 1000 * extract(epoch from (select held_until from pace_now) - asked_at) end
        )::double precision from pace), 0)
        as pace_wait_ms,
      g.attempt_id, g.call_id, g.phone_number, g.attempts_count + 1 as attempt_number, g.delay_ms,
      exists (select from number_pauses n where n.organization_id = ${request.organization_id}
        and n.voice_carrier_id = ${request.voice_carrier_id} and n.phone_number = g.phone_number) as was_refused
    from (select 1) one left join granted g on true order by g.place`)
  const [first] = rows
  if (first === undefined) throw new Error('the claim answered no row')
  const { free_slots, slots_had, able, in_line, paced, failures, pace_wait_ms } = first
  return {
    limits: { free_slots, slots_had, able, in_line, paced, failures, pace_wait_ms },
    granted: rows.filter((row): row is ClaimLimits & ClaimedCall => row.attempt_id !== null),
  }
}

/** `open_slots`, the free slots; `able`, the calls that may go as far as their numbers are concerned, the first to each. */
function callsThatMayGo(request: ClaimRequest): Sql {
  const { organization_id, project_id, campaign_id, now, only } = request
  const callId = only?.callId ?? null
  const isWithinOthers = withinLimit(sql`s.slot_number`, {
    organization_id: sql`o.organization_id`,
    campaign_id: sql`o.campaign_id`,
    slots: sql`p.slots`,
  })
  return sql`
    first_in_line as materialized (
      (select _id from calls
       where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
         and waits_for = 'turn' and ${only === null || only.inOrder}::boolean
       order by queue_number limit ${lineWindow})
      union all
      select _id from calls
      where organization_id = ${organization_id} and _id = ${callId}::uuid and campaign_id = ${campaign_id}
        and (waits_for = 'turn') is true and not ${only === null || only.inOrder}::boolean
    ), open_slots as materialized (
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${freeWithinLimit(request)}
      order by slot_number limit least(${request.most}::integer, (select count(*) from first_in_line))
    ), able as materialized (
      select distinct on (c.phone_number) c._id, c.phone_number, c.queue_number, c.attempts_count
      from calls c
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from first_in_line))
        and (c.waits_for = 'turn') is true and exists (select from open_slots)
        and not exists (select from numbers_in_use n where n.organization_id = ${organization_id}
          and n.project_id = ${project_id} and n.phone_number = c.phone_number offset 0)
        and not exists (select from number_pauses n where n.organization_id = ${organization_id}
          and n.voice_carrier_id = ${request.voice_carrier_id} and n.phone_number = c.phone_number
          and n.paused_until > clock_timestamp() offset 0)
        and not exists (
          select from (
            select organization_id, campaign_id, queue_number from calls
            where organization_id = ${organization_id} and project_id = ${project_id} and state = 'waiting'
              and waits_for = 'turn' and phone_number = c.phone_number and campaign_id <> ${campaign_id}
            order by campaign_id, queue_number limit ${othersMost}) o
          join campaign_queues l on l.organization_id = o.organization_id and l.campaign_id = o.campaign_id
          join campaigns p on p.organization_id = o.organization_id and p._id = o.campaign_id
          join caller_ids i on i.organization_id = p.organization_id and i._id = p.caller_id_id
          join carrier_rate_limits e on e.organization_id = i.organization_id and e.voice_carrier_id = i.voice_carrier_id
          where o.queue_number < c.queue_number
            and (e.held_until is null or e.held_until <= clock_timestamp())
            and e.arrival_at < clock_timestamp() + interval '3 seconds'
            and (l.closed_until is null or l.closed_until <= ${now}) and p.status <> 'ended'
            and (p.ends_at is null or p.ends_at > ${now})
            and exists (select from calling_slots s where s.organization_id = o.organization_id
              and s.campaign_id = o.campaign_id and s.attempt_id is null and ${isWithinOthers} offset 0)
            and not exists (select from calls h where h.organization_id = o.organization_id
              and h.campaign_id = o.campaign_id and h.state = 'waiting' and h.waits_for = 'turn'
              and h.queue_number < o.queue_number order by h.queue_number offset 5)
          offset 0)
      order by c.phone_number, c.queue_number
    )`
}

/** `free`, the slots that can be had for those that may go; `line`, the calls that can be had; `turn`, those asked for. */
function slotsForThem(request: ClaimRequest): Sql {
  const { organization_id, campaign_id, only } = request
  const callId = only?.callId ?? null
  return sql`
    free as materialized (
      -- No more than there are calls that may go: what is locked here looks taken to others.
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${freeWithinLimit(request)}
      order by slot_number limit least(${request.most}::integer, (select count(*) from able))
      for update skip locked
    ), line as materialized (
      select c._id, c.phone_number, c.queue_number, c.attempts_count
      from calls c
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from able))
        and (c.waits_for = 'turn') is true and exists (select from free)
      order by c.queue_number
      limit case when ${only === null}::boolean then (select count(*) from free) else 1 end
      for update of c skip locked
    ), turn as materialized (
      select * from line where ${callId}::uuid is null or _id = ${callId}::uuid
    )`
}

/** `pace`, when the carrier has its next turn; `chosen`, the calls that get one. */
function paceOfCarrier(request: ClaimRequest): Sql {
  const { organization_id } = request
  return sql`
    pace_now as materialized (
      select p.arrival_at, p.held_until, p.failures, v.calls_per_second as rate, clock_timestamp() as asked_at
      from carrier_rate_limits p
      join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
      where p.organization_id = ${organization_id} and p.voice_carrier_id = ${request.voice_carrier_id}
        and exists (select from turn) and exists (select from free)
      for update of p
    ), pace as materialized (
      select rate, asked_at, base, held_until > asked_at as is_held,
        -- Seconds until the next turn; below 0 while a burst is left.
        extract(epoch from base - asked_at)::double precision - (greatest(rate, 1) - 1) / rate as next_in
      from (
        -- Never further ahead than it can lawfully be: a database's clock that went back must not stop the account.
        select *, least(greatest(arrival_at, asked_at), asked_at + (310 + 2 / rate) * interval '1 second') as base
        from pace_now) p
    ), chosen as materialized (
      select t.* from turn t order by queue_number
      limit coalesce((select case when is_held then 0
        else least((select count(*) from free),
          greatest(0, floor((${request.paceMostMs}::double precision / 1000 - next_in) * rate + 0.000001) + 1)::bigint) end
        from pace), 0)
    )`
}

/** `number`, the numbers that could be taken; `granted`, each call with all that it holds; the carrier's pace moves on. */
function whatIsGranted(request: ClaimRequest): Sql {
  const { organization_id, project_id } = request
  return sql`
    number as (
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      select ${organization_id}::uuid, ${project_id}::uuid, phone_number, _id from chosen
      order by phone_number, queue_number
      on conflict (organization_id, project_id, phone_number) do nothing returning call_id
    ), granted as materialized (
      select c._id as call_id, c.phone_number, c.attempts_count, g.place, i.attempt_id, i.move_id, s.slot_number,
        1000 * greatest(0, (select next_in + (g.place - 1) / rate from pace)) as delay_ms
      from (select call_id, row_number() over (order by queue_number) as place
            from number join chosen on chosen._id = number.call_id) g
      join chosen c on c._id = g.call_id
      join (select slot_number, row_number() over (order by slot_number) as place from free) s using (place)
      join unnest(${request.attemptIds}::uuid[], ${request.moveIds}::uuid[])
        with ordinality as i (attempt_id, move_id, place) using (place)
    ), paced as (
      update carrier_rate_limits p set arrival_at = pace.base + (select count(*) from granted) / pace.rate * interval '1 second'
      from pace where p.organization_id = ${organization_id} and p.voice_carrier_id = ${request.voice_carrier_id}
        and exists (select from granted)
    )`
}

/** Slots, calls, history and dials of what was granted. */
function dialsOfGranted(request: ClaimRequest): Sql {
  const { organization_id, project_id, campaign_id, now, attempt } = request
  const pollAt = now.getTime() + request.leaseMs
  return sql`
    slot as (
      update calling_slots s set attempt_id = g.attempt_id, taken_at = ${now} from granted g
      where s.organization_id = ${organization_id} and s.campaign_id = ${campaign_id}
        and s.slot_number = any(array(select slot_number from granted)) and s.slot_number = g.slot_number
    ), moved as (
      update calls c set state = 'dialling', state_since = ${now}, waits_for = null, due_at = null,
        attempts_count = c.attempts_count + 1
      where c.organization_id = ${organization_id} and c._id = any(array(select call_id from granted))
    ), move as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${organization_id}::uuid, move_id, call_id, 'waiting', 'dialling', ${request.reason}, ${now}::timestamptz
      from granted
    ), attempt as (
      insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
        attempt_number, phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since,
        script, voice, workflow_id, workflow_revision, poll_at, created_at)
      select ${organization_id}::uuid, ${project_id}::uuid, attempt_id, call_id, ${campaign_id}::uuid,
        ${request.voice_carrier_id}::uuid, attempts_count + 1, phone_number, ${attempt.caller_id_number},
        ${attempt.ring_timeout_seconds}::integer, ${attempt.machine_detection}::boolean, 'dialling',
        ${now}::timestamptz, ${attempt.script}, ${attempt.voice}, ${attempt.workflow_id}::uuid,
        ${attempt.workflow_revision}::integer, ${new Date(pollAt)}::timestamptz + delay_ms * interval '1 millisecond',
        ${now}::timestamptz
      from granted
    )`
}
