import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { countDials } from '../../guards/limits/day-queries.ts'
import type { GuardTimes } from '../../guards/limits/guard-times.ts'
import { callGuard, dayGuard, selectDay, selectLimits } from '../../guards/limits/limit-sql.ts'
import type { NewAttempt } from '../queries.ts'

/** What the guards need of a claim. */
interface GuardedClaim {
  organization_id: Sql
  only: { callId: string } | null
  attempt: Pick<NewAttempt, 'time_limit_seconds'>
}

/** Reads the organization's limits, what is used of the day, and how many calls and how much money are left of it. */
export function readLimits({ organization_id, attempt }: GuardedClaim, times: GuardTimes): Sql {
  const seconds = sql`${attempt.time_limit_seconds}::integer`
  return sql`
    limits as materialized (${selectLimits(organization_id)}),
    day as materialized (${selectDay(organization_id, times)}),
    left_today as materialized (
      select ${dayGuard(seconds)} as guard, l.spend_a_day - d.amount as amount,
        greatest(0, least(l.dials_a_day - d.dials, (l.seconds_a_day - d.seconds) / greatest(1, ${seconds}))) as calls
      from limits l cross join day d
    )`
}

/** Returns the guard that holds the one call of the claim, else one that holds every call. */
export function guardOfClaim(request: GuardedClaim, times: GuardTimes): Sql {
  const { organization_id, only, attempt } = request
  const ofDay = sql`(select guard from left_today)`
  if (only === null) return ofDay
  const guard = callGuard(
    organization_id,
    sql`c.phone_number`,
    sql`${attempt.time_limit_seconds}::integer`,
    times,
  )
  return sql`case when not exists (select from claimed) then coalesce(${ofDay}, (
      select ${guard} from calls c cross join limits l cross join day d
      where c.organization_id = ${organization_id} and c._id = ${only.callId})) end`
}

/** Counts the claimed calls for their numbers and blocks, and reserves their time and money of the day. */
export function countClaimed(request: GuardedClaim, times: GuardTimes): Sql {
  const { organization_id, attempt } = request
  return sql`${countDials(organization_id, times)}, used_day as (
      update call_days set dials = dials + c.calls, reserved_seconds = reserved_seconds + c.calls * ${attempt.time_limit_seconds}::bigint,
        reserved_amount = reserved_amount + c.amount
      from (select count(*) as calls, sum(coalesce(rate_per_minute, 0)::numeric) * ${minutesOf(request)} as amount
            from claimed having count(*) > 0) c
      where organization_id = ${organization_id} and day = ${times.day}::date
    )`
}

/** Returns the minutes that a call reserves for its cost. */
export function minutesOf({ attempt }: GuardedClaim): Sql {
  return sql`${Math.ceil((attempt.time_limit_seconds ?? 0) / 60)}::integer`
}
