import { campaignTimeLimit } from '../../campaigns/queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { genericPlanParam, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { GuardTimes } from '../../guards/limits/guard-times.ts'
import { blockLeft, blockOf, numberGuard, minutePriceSql } from '../../guards/limits/limit-sql.ts'
import { isPausedNow } from './carrier-pause.ts'
import { countClaimed, guardOfClaim, minutesOf, readLimits } from './claim-guards.ts'
import {
  admitted,
  isWithinSlots,
  readCampaign,
  readCarrier,
  runClaim,
  selectClaim,
  writeAttempts,
} from './claim-parts.ts'
import type { BoundClaim, Claim, ClaimRequest } from './claim-request.ts'
import { withinLimit } from './slot-queries.ts'

/** How many calls at the head of a queue one claim reads; calls there that can not go are parked (`parkBlocked`). */
const headSize = sql`50`
/**
 * How many calls to the same number a claim compares a call with: at most this many ready ones, and as many delayed
 * ones.
 */
const competitorsMax = sql`20`
/**
 * A call of another campaign can go now only if at most so many calls of its queue stand before it; more are not read.
 */
const othersAheadMax = sql`5`
/** A call of another campaign can go now only if its carrier's rate has room within this time. */
const rateRoomWithin = sql`interval '3 seconds'`

/**
 * Claims calls for dialing, in one statement. It gives each call a free slot, its number and a place in the carrier's
 * rate, and writes it as `dialling` with its attempt. A call that lacks one of the three stays unchanged. So a campaign
 * never has more calls than slots, and a number never two calls (Promises 16 and 17).
 *
 * Slots are locked only for eligible calls: a claim whose calls all wait for their numbers takes no slot from others.
 * Slots and calls that another transaction has locked are skipped (`skip locked`). If another transaction takes the
 * same number at the same time, this one waits for it and does not get the number (`on conflict`). The carrier's rate
 * limit is the generic cell rate algorithm by the database's clock, so that processes with different clocks share one
 * rate. Bursts are one second's worth, at least one call (Rule 48).
 *
 * If calls of several campaigns wait for a number, the one that was accepted first gets it, provided that it can go
 * now. It can go if it is among the first of its queue, and its campaign is open, is not paused, has a free slot and
 * has room in the limits of the day. A call whose delay has just ended counts as well. Otherwise no call waits for a
 * call of another campaign (Rules 15 and 16, Promise 21).
 *
 * The limits of the day, of numbers and of blocks are judged and counted in the same statement (`guards/limits`). The
 * day's row is locked before, by a statement that is sent together with this one, so that this one reads what earlier
 * claims have counted. Both stand behind a savepoint, because a claim without calls must not keep the other campaigns
 * of the organization waiting.
 *
 * Indexes: calling_slots_free, calls_in_queue, calls_waiting_by_number. At most `headSize` calls are read, so a claim
 * costs the same however many calls wait. The statement must also be fast when the planner has no statistics, as after
 * a crash. So `offset 0` makes the planner check a condition for each call instead of joining, and `(…) is true` and
 * `any(array(…))` leave it only the primary key to find the calls. Without these, a claim took seconds, or longer the
 * more calls the organization had. Constant limits are part of the text. If a limit is a parameter, the planner expects
 * a tenth of the queue, finds the generic plan too expensive and plans each claim anew, which doubles the time.
 */
export async function claimCalls(transaction: Transaction, request: ClaimRequest): Promise<Claim> {
  return runClaim(
    transaction,
    request,
    (claim, times) => sql`
    with ${readCampaign(claim)}, ${readLimits(claim, times)}, ${findEligible(claim, times)}, ${lockSlotsAndCalls(claim)},
      ${readCarrier(claim)}, ${takeNumbers(claim)}, ${writeAttempts(claim)}, ${countClaimed(claim, times)}
    ${selectClaim(claim, { guard: guardOfClaim(claim, times), isContested: sql`false` })}`,
  )
}

/** Finds the free slots (`open_slots`) and the calls whose numbers may be called now (`eligible`), one per number. */
function findEligible(request: BoundClaim, times: GuardTimes): Sql {
  const { organization_id, project_id, campaign_id, only, calleesOpenBeyond } = request
  const callId = only?.callId ?? null
  // Calls that have closed since are passed over here, within the index, until the worker has put them aside.
  const isOpen = calleesOpenBeyond === null ? sql`true` : sql`open_until > ${calleesOpenBeyond}::timestamptz`
  return sql`
    head as materialized (
      (select _id from calls
       where organization_id = ${organization_id} and campaign_id = ${campaign_id} and state = 'waiting'
         and waits_for = 'turn' and ${only === null || only.inOrder}::boolean and ${isOpen}
         and not (select is_paused from campaign)
       order by queue_number limit ${headSize})
      union all
      select _id from calls
      where organization_id = ${organization_id} and _id = ${callId}::uuid and campaign_id = ${campaign_id}
        and (waits_for = 'turn') is true and not ${only === null || only.inOrder}::boolean and ${isOpen}
        and not (select is_paused from campaign)
    ), open_slots as materialized (
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${isWithinSlots}
      order by slot_number limit least(${request.callsMax}::integer, (select count(*) from head))
    ), eligible as materialized (
      select _id, phone_number, queue_number, attempts_count from (
      select *, row_number() over (partition by ${blockOf(sql`phone_number`)} order by queue_number) as place_in_block from (
      select distinct on (c.phone_number) c._id, c.phone_number, c.queue_number, c.attempts_count,
        ${blockLeft(organization_id, sql`c.phone_number`, times)} as block_left
      from calls c cross join limits l
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from head))
        and (c.waits_for = 'turn') is true and exists (select from open_slots) and exists (select from left_today where calls > 0)
        and ${numberGuard(organization_id, sql`c.phone_number`, times)} is null
        and not exists (select from numbers_in_use n where n.organization_id = ${organization_id}
          and n.project_id = ${project_id} and n.phone_number = c.phone_number offset 0)
        and not exists (select from number_pauses n where n.organization_id = ${organization_id}
          and n.voice_carrier_id = ${request.voice_carrier_id} and n.phone_number = c.phone_number
          and ${isPausedNow(sql`n.paused_until`)} offset 0)
        and not exists (${earlierElsewhere(request)})
      order by c.phone_number, c.queue_number) n) b where place_in_block <= block_left
    )`
}

/**
 * Finds a call of another campaign to the number of `c` that was accepted before `c` and can go now. Index:
 * calls_waiting_by_number. The planner must not know that 'due' is asked for: with old statistics it took the index of
 * delayed calls instead, and read all of an organization for each candidate.
 */
function earlierElsewhere({ organization_id, project_id, campaign_id, at, only }: BoundClaim): Sql {
  const isWithinOthers = withinLimit(sql`s.slot_number`, {
    organization_id: sql`o.organization_id`,
    campaign_id: sql`o.campaign_id`,
    slots: sql`p.slots`,
  })
  return sql`
          select from (
            (select organization_id, campaign_id, queue_number, open_until from calls
             where organization_id = ${organization_id} and project_id = ${project_id} and state = 'waiting'
               and waits_for = 'turn' and phone_number = c.phone_number and campaign_id <> ${campaign_id}
             order by campaign_id, queue_number limit ${competitorsMax})
            union all
            -- Calls whose delay is over, but which no worker has returned to their queue yet.
            select organization_id, campaign_id, queue_number, 'infinity' from (
              select organization_id, campaign_id, queue_number, due_at from calls
              where organization_id = ${organization_id} and project_id = ${project_id} and state = 'waiting'
                and waits_for = ${genericPlanParam('due', 'text')} and phone_number = c.phone_number
                and (campaign_id <> ${campaign_id} or ${only?.inOrder ?? true}::boolean)
              order by campaign_id, queue_number limit ${competitorsMax}) delayed
            where due_at <= clock_timestamp()) o
          join campaign_queues l on l.organization_id = o.organization_id and l.campaign_id = o.campaign_id
          join campaigns p on p.organization_id = o.organization_id and p._id = o.campaign_id
          join caller_ids i on i.organization_id = p.organization_id and i._id = p.caller_id_id
          join carrier_rate_limits e on e.organization_id = i.organization_id and e.voice_carrier_id = i.voice_carrier_id
          where o.queue_number < c.queue_number and (not p.at_callee or o.open_until > ${at})
            and (e.held_until is null or e.held_until <= clock_timestamp())
            and e.arrival_at < clock_timestamp() + ${rateRoomWithin}
            and (l.closed_until is null or l.closed_until <= ${at}) and p.status not in ('ended', 'paused')
            and (p.ends_at is null or p.ends_at > ${at})
            and exists (select from calling_slots s where s.organization_id = o.organization_id
              and s.campaign_id = o.campaign_id and s.attempt_id is null and ${isWithinOthers} offset 0)
            and not exists (select from calls h where h.organization_id = o.organization_id
              and h.campaign_id = o.campaign_id and h.state = 'waiting' and h.waits_for = 'turn'
              and h.queue_number < o.queue_number order by h.queue_number offset ${othersAheadMax})
            -- A campaign whose calls may last longer than what is left of the day's minutes waits for the next day.
            and (select ${campaignTimeLimit} from campaigns c
              where c.organization_id = o.organization_id and c._id = o.campaign_id)
              <= (select l.seconds_a_day - d.seconds from limits l cross join day d)
          offset 0`
}

/**
 * Locks slots for the eligible calls (`locked_slots`), then calls (`locked_calls`). `candidates` are the locked calls
 * that the request wants.
 */
function lockSlotsAndCalls(request: BoundClaim): Sql {
  const { organization_id, campaign_id, only } = request
  const callId = only?.callId ?? null
  return sql`
    locked_slots as materialized (
      -- Locks no more slots than there are eligible calls, because others skip the slots that are locked here.
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${isWithinSlots}
      order by slot_number limit least(${request.callsMax}::integer, (select count(*) from eligible))
      for update skip locked
    ), locked_calls as materialized (
      select c._id, c.phone_number, c.queue_number, c.attempts_count
      from calls c
      where c.organization_id = ${organization_id} and c._id = any(array(select _id from eligible))
        and (c.waits_for = 'turn') is true and exists (select from locked_slots)
      order by c.queue_number
      limit case when ${only === null}::boolean then (select count(*) from locked_slots) else 1 end
      for update of c skip locked
    ), candidates as materialized (
      -- Calls that cost more than is left of the day wait and delay no other.
      select c._id, c.phone_number, c.queue_number, c.attempts_count, c.rate_per_minute,
        sum(coalesce(c.rate_per_minute, 0) * ${minutesOf(request)}) over (order by c.queue_number) as amount
      from (select k.*, ${minutePriceSql(sql`k.phone_number`)} as rate_per_minute from locked_calls k cross join limits l
            where ${callId}::uuid is null or k._id = ${callId}::uuid) c cross join left_today t
      where t.amount is null or coalesce(c.rate_per_minute, 0) * ${minutesOf(request)} <= t.amount
    )`
}

/**
 * Picks the calls that the carrier's rate admits (`within_rate`), takes their numbers (`taken_numbers`), and joins each
 * with its slot, ids and delay (`claimed`).
 */
function takeNumbers(request: BoundClaim): Sql {
  const { organization_id, project_id } = request
  return sql`
    within_rate as materialized (
      select c.* from candidates c cross join left_today t where t.amount is null or c.amount <= t.amount
      order by queue_number
      limit coalesce((select case when is_paused then 0
        else least((select count(*) from locked_slots), (select calls from left_today),
          greatest(0, ${admitted(request)})::bigint) end
        from rate_limit), 0)
    ), taken_numbers as (
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      select ${organization_id}, ${project_id}, phone_number, _id from within_rate
      order by phone_number, queue_number
      on conflict (organization_id, project_id, phone_number) do nothing returning call_id
    ), claimed as materialized (
      select w._id as call_id, w.phone_number, w.attempts_count, w.rate_per_minute::double precision as rate_per_minute, n.place, i.attempt_id, i.move_id, s.slot_number,
        1000 * greatest(0, (select next_in + (n.place - 1) / per_second from rate_limit)) as delay_ms
      from (select call_id, row_number() over (order by queue_number) as place
            from taken_numbers join within_rate on within_rate._id = taken_numbers.call_id) n
      join within_rate w on w._id = n.call_id
      join (select slot_number, row_number() over (order by slot_number) as place from locked_slots) s using (place)
      join unnest(${request.attemptIds}::uuid[], ${request.moveIds}::uuid[])
        with ordinality as i (attempt_id, move_id, place) using (place)
    )`
}
