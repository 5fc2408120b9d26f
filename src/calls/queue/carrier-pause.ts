import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { NotDoneAttempt } from '../attempt/attempt-outcome.ts'
import type { Attempt } from '../queries.ts'

type DialedNumber = Pick<Attempt, 'organization_id' | 'voice_carrier_id' | 'phone_number'>

/** The longest pause of a carrier account, unless the carrier asks for a longer one (at most 300). */
const accountSecondsMax = sql`60`
/**
 * More than any pause of an account. An end that is further ahead was written before the database's clock was set back.
 */
export const accountHeldMost = sql`interval '310 seconds'`
/** The longest pause of a number, without what its account's pause adds. */
const numberSecondsMax = sql`60`
/** The same for a number: what the carrier asks for, or its account's pause, and a minute more. */
const numberPausedMost = sql`interval '370 seconds'`
/** The refusals of a number are forgotten after this time without an attempt. */
const forgottenAfter = sql`interval '1 hour'`

/** Returns whether an account is paused at an instant; null if it has no pause. */
export const isHeld = (heldUntil: Sql, at: Sql): Sql =>
  sql`(${heldUntil} > ${at} and ${heldUntil} <= ${at} + ${accountHeldMost})`

/** Returns whether a number is paused now; null if it has no pause. */
export const isPausedNow = (pausedUntil: Sql): Sql =>
  sql`(${pausedUntil} > clock_timestamp() and ${pausedUntil} <= clock_timestamp() + ${numberPausedMost})`

/** The causes that say nothing about the carrier. */
const notTheCarriers: ReadonlySet<NotDoneAttempt['cause']> = new Set([
  'too_late',
  'canceled',
  'campaign_ended',
  'campaign_paused',
  'database_held',
  'organization_moving',
  'hours_closed',
  'do_not_call',
  'guard',
])

/**
 * Pauses what did not take a call. If the carrier can not be reached, its whole account pauses for 1, 2, 4, … 60
 * seconds. If the carrier refused because of its rate limit (429), the account and the number pause.
 *
 * Nobody knows whether a 429 is about the account or about the number; what follows shows it. The number pauses for 2,
 * 4, 8, … 60 seconds, and longer than its account, so that another call tries next. A number that was not refused
 * before doubles the account's pause, or extends it to what the carrier asked for. A number that was refused before
 * only repeats the present pause, 1 second if calls were accepted since. So one number that is always refused costs its
 * account 1 second each time. An accepted call ends the account's pause and the number's own.
 *
 * A pause also uses up the account's burst, so that one call tries whether the carrier takes calls again. Places in the
 * rate that were given already stay taken. Several refusals of requests that ran at the same time count as one for the
 * account. Indexes: carrier_rate_limits_pkey, number_pauses_pkey, number_pauses_by_end.
 */
export async function pauseCarrier(
  db: Queryable,
  { organization_id, voice_carrier_id, phone_number }: DialedNumber,
  { cause, retryAfterMs }: Pick<NotDoneAttempt, 'cause' | 'retryAfterMs'>,
): Promise<void> {
  if (notTheCarriers.has(cause)) return
  const requested = sql`${(retryAfterMs ?? 0) / 1_000}::double precision`
  const named = sql`organization_id = ${organization_id} and voice_carrier_id = ${voice_carrier_id}`
  await db.write(sql`
    with carrier as materialized (
      select failures, held_until, clock_timestamp() as now from carrier_rate_limits where ${named} for update
    ), known as materialized (
      select refusals from number_pauses where ${named} and phone_number = ${phone_number}
        and paused_until > clock_timestamp() - ${forgottenAfter}
    ), pause as materialized (
      select now, coalesce(${isHeld(sql`held_until`, sql`now`)}, false) as is_paused, is_new,
        case when ${isHeld(sql`held_until`, sql`now`)} then extract(epoch from held_until - now)::double precision
          when is_new then greatest(${requested}, least(${accountSecondsMax}, power(2, least(failures, 10))))
          else least(${accountSecondsMax}, power(2, least(greatest(failures, 1) - 1, 10))) end as seconds
      from carrier, (select not exists (select from known) as is_new) k
    ), forgotten as (
      delete from number_pauses where ${named} and phone_number = any(array(
        select phone_number from number_pauses where ${named} and phone_number <> ${phone_number}
          and paused_until < clock_timestamp() - ${forgottenAfter} order by paused_until limit 10))
    ), number as (
      insert into number_pauses (organization_id, voice_carrier_id, phone_number, refusals, paused_until)
      select ${organization_id}::uuid, ${voice_carrier_id}::uuid, ${phone_number}, r.refusals, now + interval '1 second'
        * greatest(${requested}, seconds + least(seconds, ${accountSecondsMax}),
          least(${numberSecondsMax}, power(2, r.refusals)))
      from pause, (select least(coalesce((select refusals from known), 0) + 1, 10) as refusals) r
      where ${cause === 'rate_limit'}::boolean
      on conflict (organization_id, voice_carrier_id, phone_number) do update
        set refusals = excluded.refusals, paused_until = excluded.paused_until
    )
    update carrier_rate_limits p set failures = p.failures + case when is_new then 1 else 0 end,
      held_until = now + seconds * interval '1 second',
      arrival_at = greatest(case when p.arrival_at <= now + ${accountHeldMost} + interval '1 second'
          * (select 2 / greatest(v.calls_per_second, 0.000001) from voice_carriers v
             where v.organization_id = p.organization_id and v._id = p.voice_carrier_id)
        then p.arrival_at end, now + (seconds
        + (select (greatest(v.calls_per_second, 1) - 1) / v.calls_per_second from voice_carriers v
           where v.organization_id = p.organization_id and v._id = p.voice_carrier_id)) * interval '1 second')
    from pause where p.organization_id = ${organization_id} and p.voice_carrier_id = ${voice_carrier_id} and not is_paused`)
}

/** Ends the pauses of a carrier account and a number, because the carrier has accepted a call. */
export async function endPause(
  db: Db,
  { organization_id, voice_carrier_id, phone_number }: DialedNumber,
): Promise<void> {
  await db.write(sql`
    with number as (
      delete from number_pauses where organization_id = ${organization_id}
        and voice_carrier_id = ${voice_carrier_id} and phone_number = ${phone_number}
    )
    update carrier_rate_limits set failures = 0, held_until = null
    where organization_id = ${organization_id} and voice_carrier_id = ${voice_carrier_id} and failures > 0`)
}

/** Returns how long a number is still paused at a carrier account, in milliseconds; null if it is not. */
export function numberPauseMs({ organization_id, voice_carrier_id, phone_number }: DialedNumber): Sql {
  return sql`(
    select 1000 * extract(epoch from paused_until - clock_timestamp())::double precision from number_pauses
    where organization_id = ${organization_id} and voice_carrier_id = ${voice_carrier_id}
      and phone_number = ${phone_number} and ${isPausedNow(sql`paused_until`)})`
}
