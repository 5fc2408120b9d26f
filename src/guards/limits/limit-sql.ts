import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { defaultLimits } from '../call-settings.ts'
import type { GuardTimes } from './guard-times.ts'

/**
 * The limits as pieces of SQL, so that claims, requests and pages judge by the same rule (Rule 118). They read two
 * rows: `l`, the limits of an organization (`selectLimits`), and `d`, what it has used of the day (`selectDay`).
 */

/** Returns a select of an organization's limits, one row. */
export function selectLimits(organizationId: Sql): Sql {
  const limit = (name: Sql, preset: number) => sql`coalesce((o.calls ->> ${name})::bigint, ${preset}::bigint)`
  return sql`select ${limit(sql`'dials_a_day'`, defaultLimits.dials_a_day)} as dials_a_day,
      60 * ${limit(sql`'minutes_a_day'`, defaultLimits.minutes_a_day)} as seconds_a_day,
      ${limit(sql`'number_dials_a_day'`, defaultLimits.number_dials_a_day)} as number_dials_a_day,
      ${limit(sql`'number_dials_a_week'`, defaultLimits.number_dials_a_week)} as number_dials_a_week,
      ${limit(sql`'block_dials_an_hour'`, defaultLimits.block_dials_an_hour)} as block_dials_an_hour,
      (o.calls ->> 'spend_a_day')::numeric as spend_a_day, coalesce(o.calls -> 'rates', '[]'::jsonb) as rates
    from organizations o where o._id = ${organizationId}`
}

/**
 * Returns a select of what an organization has used of a day; no row if nobody has dialed on it. Index: call_days_pkey.
 */
export function selectDay(organizationId: Sql, { day }: GuardTimes): Sql {
  return sql`select u.dials, u.reserved_seconds + u.used_seconds as seconds, u.reserved_amount + u.used_amount as amount,
      u.used_amount
    from call_days u where u.organization_id = ${organizationId} and u.day = ${day}::date`
}

/** Returns how many seconds a call may last: `agentSeconds`, or the organization's minutes_a_call if that is null. */
export function timeLimit(organizationId: Sql, agentSeconds: Sql): Sql {
  return sql`coalesce(${agentSeconds}, (select 60 * coalesce((o.calls ->> 'minutes_a_call')::integer,
      ${defaultLimits.minutes_a_call}::integer) from organizations o where o._id = ${organizationId}))`
}

/** Returns which limit of the day holds a call of `seconds`; null if none does. What it costs is not looked at. */
export function dayGuard(seconds: Sql): Sql {
  return sql`case when coalesce(d.dials, 0) >= l.dials_a_day then 'dials_a_day'
      when coalesce(d.seconds, 0) + ${seconds} > l.seconds_a_day then 'minutes_a_day'
      when coalesce(d.amount, 0) >= l.spend_a_day then 'spend_a_day' end`
}

/**
 * Returns whether no day lets a call of `seconds` go, whatever its number: it may last longer, or at the lowest rate
 * cost more, than a whole day allows.
 */
export function exceedsEveryDay(seconds: Sql): Sql {
  return sql`(${seconds} > l.seconds_a_day or coalesce(ceil(${seconds} / 60.0) * (select min(round(r.per_minute, 6))
      from jsonb_to_recordset(l.rates) r (per_minute numeric)) > l.spend_a_day, false))`
}

/**
 * Returns the price of a minute by the longest declared prefix of the number, rounded as attempts store it; null if no
 * prefix matches. `minutePrice` of the numbers is the same in TypeScript, without the rounding.
 */
export function minutePriceSql(number: Sql): Sql {
  return sql`(select round(r.per_minute, 6) from jsonb_to_recordset(l.rates) r (prefix text, per_minute numeric)
    where starts_with(${number}, r.prefix) order by length(r.prefix) desc limit 1)`
}

/** Returns whether the longest call to a number costs more than is left of the day; false if spending has no limit. */
export function isTooDear(number: Sql, seconds: Sql, amount: Sql = sql`d.amount`): Sql {
  return sql`l.spend_a_day is not null
      and coalesce(${amount}, 0) + coalesce(${minutePriceSql(number)}, 0) * ceil(${seconds} / 60.0) > l.spend_a_day`
}

/** Returns whether the call is too dear even once every call under way has ended: what is used never becomes less. */
export function isTooDearToday(number: Sql, seconds: Sql): Sql {
  return isTooDear(number, seconds, sql`d.used_amount`)
}

/**
 * Returns which limit of a number holds calls to it; null if none does. Index: dial_counts_pkey, at most seven rows.
 */
export function numberGuard(organizationId: Sql, number: Sql, { dayBegins, weekBegins }: GuardTimes): Sql {
  return sql`(select case
      when coalesce(sum(n.dials) filter (where n.since >= ${dayBegins}), 0) >= l.number_dials_a_day then 'number_dials_a_day'
      when coalesce(sum(n.dials), 0) >= l.number_dials_a_week then 'number_dials_a_week' end
    from dial_counts n where n.organization_id = ${organizationId} and n.counted = ${number}
      and n.since >= ${weekBegins})`
}

/** Returns the block of a number: the numbers that share all but the last three digits with it. */
export function blockOf(number: Sql): Sql {
  return sql`left(${number}, -3) || '***'`
}

/** Returns how many more dials a number's block may have in its hour. Index: dial_counts_pkey, at most seven rows. */
export function blockLeft(organizationId: Sql, number: Sql, { hourBegins }: GuardTimes): Sql {
  return sql`l.block_dials_an_hour - coalesce((select sum(n.dials) from dial_counts n
    where n.organization_id = ${organizationId} and n.counted = ${blockOf(number)} and n.since >= ${hourBegins}), 0)`
}

/** Returns which limit holds a call to a number alone, while others may go; null if none does. */
export function callGuard(organizationId: Sql, number: Sql, seconds: Sql, times: GuardTimes): Sql {
  return sql`case when ${isTooDear(number, seconds)} then 'spend_a_day'
      else coalesce(${numberGuard(organizationId, number, times)},
        case when ${blockLeft(organizationId, number, times)} <= 0 then 'block_dials_an_hour' end) end`
}
