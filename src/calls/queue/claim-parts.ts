import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { eventsIf } from '../../events/event-of.ts'
import { lockDay } from '../../guards/limits/day-queries.ts'
import { guardTimes } from '../../guards/limits/guard-times.ts'
import type { GuardTimes } from '../../guards/limits/guard-times.ts'
import { factsOfCalls, factsOfKnownCall } from '../call-events.ts'
import { accountHeldMost, isHeld } from './carrier-pause.ts'
import { bindClaim } from './claim-request.ts'
import type { BoundClaim, Claim, ClaimedCall, ClaimLimits, ClaimRequest } from './claim-request.ts'
import { keptFree } from './slot-queries.ts'

/**
 * A row of a claim: its limits, and one claimed call; without one, there is one row whose columns of the call are null.
 */
type ClaimRow = ClaimLimits & { [K in keyof ClaimedCall]: ClaimedCall[K] | null } & { is_contested: boolean }

/**
 * Runs the statement of a claim behind a savepoint, after a statement that locks the day's row and is sent with it, so
 * that the claim reads what earlier ones have counted. A claim without calls is rolled back to the savepoint, so that
 * it does not keep the other campaigns of the organization waiting for the day. Without one (`hasSavepoint`), its
 * caller rolls the transaction back.
 *
 * @param statement selects `selectClaim`. Its parts take the bound request.
 */
export async function runClaim(
  transaction: Transaction,
  request: ClaimRequest,
  statement: (claim: BoundClaim, times: GuardTimes) => Sql,
): Promise<Claim & { isContested: boolean }> {
  const { hasSavepoint = true } = request
  const times = guardTimes(request.now)
  const [, , rows] = await Promise.all([
    hasSavepoint && transaction.query(sql`savepoint claim`),
    lockDay(transaction, request.organization_id, times),
    transaction.query<ClaimRow>(statement(bindClaim(request), times)),
  ])
  const [first] = rows
  if (first === undefined) throw new Error('the claim returned no row')
  if (first.attempt_id === null && hasSavepoint) await transaction.query(sql`rollback to savepoint claim`)
  const claimed = rows.filter((row): row is ClaimRow & ClaimedCall => row.attempt_id !== null)
  return { limits: limitsOf(first), claimed, isContested: first.is_contested }
}

function limitsOf(row: ClaimRow): ClaimLimits {
  const { is_paused, free_slots, locked_slots, eligible, candidates, within_rate } = row
  const { guard, carrier_failures, rate_wait_ms } = row
  const counts = { free_slots, locked_slots, eligible, candidates, within_rate }
  return { is_paused, ...counts, guard, carrier_failures, rate_wait_ms }
}

/**
 * Reads whether the campaign is on hold and which of its slots may be used, by its primary key. The claim reads them
 * itself, because the campaign may be paused, or its slots lowered, after its rules were read. A claim that begins
 * after a hold is committed claims nothing (Rule 80). One that begins after a lower limit is committed claims no slot
 * beyond it (Promise 16). `keptFree` is computed here once for all conditions on slots.
 */
export function readCampaign({ organization_id, campaign_id }: BoundClaim): Sql {
  const kept = keptFree({ organization_id, campaign_id, slots: sql`campaigns.slots` })
  return sql`
    campaign as materialized (
      select status = 'paused' as is_paused, slots, ${kept} as kept_free from campaigns
      where organization_id = ${organization_id} and _id = ${campaign_id}
    )`
}

/** The condition that a free slot may be used, by `readCampaign`. */
export const isWithinSlots = sql`slot_number <= (select slots from campaign) and slot_number > (select kept_free from campaign)`

/**
 * Locks the carrier's rate if there are `candidates` and `locked_slots`, and computes when it admits the next call
 * (`rate_limit`).
 */
export function readCarrier(request: BoundClaim): Sql {
  return readRate(request, sql`exists (select from candidates) and exists (select from locked_slots)`)
}

/** Locks the rate of a carrier account if the condition holds, and computes when it admits the next call. */
export function readRate(
  { organization_id, voice_carrier_id }: Pick<BoundClaim, 'organization_id' | 'voice_carrier_id'>,
  condition: Sql,
): Sql {
  return sql`
    carrier as materialized (
      -- No interval holds the time between two calls at much lower rates. This one is a call in 11 days.
      select p.arrival_at, p.held_until, p.failures, greatest(v.calls_per_second, 0.000001) as per_second,
        clock_timestamp() as read_at
      from carrier_rate_limits p
      join voice_carriers v on v.organization_id = p.organization_id and v._id = p.voice_carrier_id
      where p.organization_id = ${organization_id} and p.voice_carrier_id = ${voice_carrier_id}
        and ${condition}
      for update of p
    ), rate_limit as materialized (
      select per_second, read_at, base, ${isHeld(sql`held_until`, sql`read_at`)} as is_paused,
        -- Seconds until the next call; below 0 while a burst is left.
        extract(epoch from base - read_at)::double precision - (greatest(per_second, 1) - 1) / per_second as next_in
      from (
        -- Later than the longest possible pause: the database's clock was set back since, or the rate was raised, and it
        -- begins anew.
        select *, case when arrival_at > read_at + ${accountHeldMost} + 2 / per_second * interval '1 second' then read_at
          else greatest(arrival_at, read_at) end as base
        from carrier) p
    )`
}

/** Returns how many calls the rate admits within `rateWaitMaxMs`, by a row of `rate_limit`; 0 or less: none. */
export function admitted({ rateWaitMaxMs }: Pick<ClaimRequest, 'rateWaitMaxMs'>): Sql {
  return sql`floor((${rateWaitMaxMs}::double precision / 1000 - next_in) * per_second + 0.000001) + 1`
}

/** Uses up the rate, and writes slots, calls, history and attempts of the `claimed` calls. */
export function writeAttempts(request: BoundClaim): Sql {
  const { organization_id, project_id, campaign_id, voice_carrier_id, now, at, attempt } = request
  const pollAt = now.getTime() + request.leaseMs
  const after = request.only?.after
  const moved = sql`select * from moved_calls`
  const started = () =>
    after === undefined
      ? factsOfCalls(moved, ['call.started'], now, { last: 'none' })
      : factsOfKnownCall(moved, after, ['call.started'], now, null)
  return sql`
    used_rate as (
      update carrier_rate_limits p
      set arrival_at = r.base + (select count(*) from claimed) / r.per_second * interval '1 second'
      from rate_limit r
      where p.organization_id = ${organization_id} and p.voice_carrier_id = ${voice_carrier_id}
        and exists (select from claimed)
    ), taken_slots as (
      update calling_slots s set attempt_id = c.attempt_id, taken_at = ${at} from claimed c
      where s.organization_id = ${organization_id} and s.campaign_id = ${campaign_id}
        and s.slot_number = any(array(select slot_number from claimed)) and s.slot_number = c.slot_number
    ), moved_calls as (
      update calls c set state = 'dialling', state_since = ${at}, waits_for = null, due_at = null,
        attempts_count = c.attempts_count + 1
      where c.organization_id = ${organization_id} and c._id = any(array(select call_id from claimed))
      returning c.*
    )${eventsIf(request.events_wanted, request, started)}, history as (
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      select ${organization_id}, move_id, call_id, 'waiting', 'dialling', ${request.reason}, ${at}
      from claimed
    ), attempts as (
      insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
        attempt_number, phone_number, caller_id_number, ring_timeout_seconds, machine_detection, state, state_since,
        script, voice, workflow_id, workflow_revision, agent_id, agent_revision, poll_at, created_at,
        time_limit_seconds, rate_per_minute)
      select ${organization_id}, ${project_id}, attempt_id, call_id, ${campaign_id},
        ${voice_carrier_id}, attempts_count + 1, phone_number, ${attempt.caller_id_number},
        ${attempt.ring_timeout_seconds}::integer, ${attempt.machine_detection}::boolean, 'dialling',
        ${at}, ${attempt.script}, ${attempt.voice}, ${attempt.workflow_id}::uuid,
        ${attempt.workflow_revision}::integer, ${attempt.agent_id}::uuid, ${attempt.agent_revision}::integer,
        ${new Date(pollAt)}::timestamptz + delay_ms * interval '1 millisecond',
        ${at}, ${attempt.time_limit_seconds}::integer, rate_per_minute
      from claimed
    )`
}

/**
 * Selects what a claim did: its limits, with the claimed calls in order, or one row without a call.
 *
 * @param found the guard that holds a call, and whether other calls have to be looked at first.
 */
export function selectClaim(request: BoundClaim, found: { guard: Sql; isContested: Sql }): Sql {
  return sql`
    select coalesce((select is_paused from campaign), false) as is_paused,
      (select count(*) from open_slots) as free_slots, (select count(*) from locked_slots) as locked_slots,
      (select count(*) from eligible) as eligible, (select count(*) from candidates) as candidates,
      (select count(*) from within_rate) as within_rate, ${found.guard} as guard, ${found.isContested} as is_contested,
      (select failures from carrier) as carrier_failures,
      coalesce((select greatest(0,
          1000 * (next_in + (select count(*) from claimed) / per_second) - ${request.rateWaitMaxMs}::double precision,
          case when is_paused then 1000 * extract(epoch from (select held_until from carrier) - read_at) end
        )::double precision from rate_limit), 0)
        as rate_wait_ms,
      c.attempt_id, c.call_id, c.phone_number, c.attempts_count + 1 as attempt_number, c.rate_per_minute, c.delay_ms,
      exists (select from number_pauses n where n.organization_id = ${request.organization_id}
        and n.voice_carrier_id = ${request.voice_carrier_id} and n.phone_number = c.phone_number) as number_was_refused
    from (select 1) one left join claimed c on true order by c.place`
}
