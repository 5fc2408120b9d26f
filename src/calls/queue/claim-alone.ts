import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { GuardTimes } from '../../guards/limits/guard-times.ts'
import { blockLeft, numberGuard, minutePriceSql } from '../../guards/limits/limit-sql.ts'
import { isPausedNow } from './carrier-pause.ts'
import { countClaimed, minutesOf, readLimits } from './claim-guards.ts'
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

/** A claim of one call that this transaction has written. */
export type OwnClaim = ClaimRequest & { only: NonNullable<ClaimRequest['only']> }

/**
 * Claims a call that this transaction has written, as `claimCalls` would, if no other call has to be looked at. That is
 * so if none is before it in its queue, and no other of the project waits for its number. Nothing else has to be
 * compared then, so the statement is half as long and costs PostgreSQL half as much, most of which is to prepare and to
 * clear away its parts.
 *
 * @returns null if there is another call; nothing is claimed then.
 */
export async function claimAlone(transaction: Transaction, request: OwnClaim): Promise<Claim | null> {
  const { isContested, ...result } = await runClaim(transaction, request, (bound, times) => {
    const claim = { ...bound, only: request.only }
    const found = { guard: guardOfCall, isContested: sql`coalesce((select is_contested from mine), false)` }
    return sql`
    with ${readCampaign(claim)}, ${readLimits(claim, times)}, ${judgeCall(claim, times)}, ${lockSlot(claim)},
      ${readCarrier(claim)}, ${takeNumber(claim)}, ${writeAttempts(claim)}, ${countClaimed(claim, times)}
    ${selectClaim(claim, found)}`
  })
  return isContested ? null : result
}

/** The guard of the day, else the one that holds this call. */
const guardOfCall = sql`case when not exists (select from claimed)
      then coalesce((select guard from left_today), (select guard from mine)) end`

/**
 * Reads the call with what it costs, the guard that holds it and whether there are others (`mine`), a free slot
 * (`open_slots`), and decides whether the call may go (`eligible`). Indexes: calls_in_queue, calls_waiting_by_number.
 */
function judgeCall(request: BoundClaim & Pick<OwnClaim, 'only'>, times: GuardTimes): Sql {
  const { organization_id, project_id, campaign_id, only, calleesOpenBeyond } = request
  const isOpen = calleesOpenBeyond === null ? sql`true` : sql`open_until > ${calleesOpenBeyond}::timestamptz`
  const isBehind = only.inOrder
    ? sql`exists (select from calls h where h.organization_id = c.organization_id and h.campaign_id = c.campaign_id
            and h.state = 'waiting' and h.waits_for = 'turn' and h.queue_number < c.queue_number
          order by h.queue_number limit 1)`
    : sql`false`
  return sql`
    mine as materialized (
      select c.*, case when coalesce(c.rate_per_minute, 0) * ${minutesOf(request)} > t.amount then 'spend_a_day'
          when c.number_guard is not null then c.number_guard
          when c.block_left <= 0 then 'block_dials_an_hour' end as guard
      from (
        select c._id, c.phone_number, c.queue_number, c.attempts_count, ${minutePriceSql(sql`c.phone_number`)} as rate_per_minute,
          ${numberGuard(organization_id, sql`c.phone_number`, times)} as number_guard,
          ${blockLeft(organization_id, sql`c.phone_number`, times)} as block_left,
          c.campaign_id = ${campaign_id} and (c.waits_for = 'turn') is true and ${isOpen}
            and not (select is_paused from campaign) as is_ready,
          ${isBehind} or exists (select from calls o where o.organization_id = c.organization_id
            and o.project_id = c.project_id and o.phone_number = c.phone_number and o.state = 'waiting'
            and o._id <> c._id offset 0) as is_contested
        from calls c cross join limits l
        where c.organization_id = ${organization_id} and c._id = ${only.callId} offset 0) c
      cross join left_today t
    ), open_slots as materialized (
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${isWithinSlots} and exists (select from mine where is_ready)
      order by slot_number limit 1
    ), eligible as materialized (
      select * from mine m
      where is_ready and not is_contested and guard is null and exists (select from open_slots)
        and exists (select from left_today where calls > 0)
        and not exists (select from numbers_in_use n where n.organization_id = ${organization_id}
          and n.project_id = ${project_id} and n.phone_number = m.phone_number offset 0)
        and not exists (select from number_pauses n where n.organization_id = ${organization_id}
          and n.voice_carrier_id = ${request.voice_carrier_id} and n.phone_number = m.phone_number
          and ${isPausedNow(sql`n.paused_until`)} offset 0)
    )`
}

/** Locks a slot for the call if it may go (`locked_slots`); then the call is the one of `candidates`. */
function lockSlot(request: BoundClaim): Sql {
  const { organization_id, campaign_id } = request
  return sql`
    locked_slots as materialized (
      select slot_number from calling_slots
      where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
        and ${isWithinSlots} and exists (select from eligible)
      order by slot_number limit 1
      for update skip locked
    ), candidates as materialized (
      select * from eligible where exists (select from locked_slots)
    )`
}

/**
 * Decides whether the carrier's rate admits the call (`within_rate`), takes its number, and joins it with its slot and
 * ids (`claimed`).
 */
function takeNumber(request: BoundClaim): Sql {
  const { organization_id, project_id, attemptIds, moveIds } = request
  return sql`
    within_rate as materialized (
      select c.* from candidates c cross join rate_limit r where r.is_paused is not true and ${admitted(request)} >= 1
    ), taken_numbers as (
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      select ${organization_id}, ${project_id}, phone_number, _id from within_rate
      on conflict (organization_id, project_id, phone_number) do nothing returning call_id
    ), claimed as materialized (
      select w._id as call_id, w.phone_number, w.attempts_count, w.rate_per_minute::double precision as rate_per_minute,
        1 as place, ${attemptIds[0]}::uuid as attempt_id, ${moveIds[0]}::uuid as move_id, s.slot_number,
        1000 * greatest(0, r.next_in) as delay_ms
      from taken_numbers cross join within_rate w cross join locked_slots s cross join rate_limit r
    )`
}
