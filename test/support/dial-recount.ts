import assert from 'node:assert/strict'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'

interface Counts {
  dials: number
  reserved_seconds: number
  used_seconds: number
  reserved_amount: number
  used_amount: number
}

/**
 * Compares what is counted and reserved of days, numbers and blocks with a recount from the attempts (Promise 119): an
 * attempt that may have been placed counts as one dial, holds its time limit while it is open, and what it used once it
 * is over. A transfer holds a limit of its own.
 *
 * @param transfers how many transfers were begun: an attempt keeps only when its first one began.
 */
export async function compareDialsWithAttempts(
  db: Queryable,
  { transfers = 0 }: { transfers?: number } = {},
): Promise<void> {
  const [counted] = await db.query<Counts>(sql`
    select coalesce(sum(dials), 0)::integer as dials, coalesce(sum(reserved_seconds), 0)::integer as reserved_seconds,
      coalesce(sum(used_seconds), 0)::integer as used_seconds,
      coalesce(sum(reserved_amount), 0)::double precision as reserved_amount,
      coalesce(sum(used_amount), 0)::double precision as used_amount from call_days`)
  const [recounted] = await db.query<Counts>(sql`
    with attempts as (
      select *, coalesce(time_limit_seconds, 0) as own, coalesce(transfer_limit_seconds, 0) as transferred,
        coalesce(rate_per_minute, 0) as rate, coalesce(transfer_rate_per_minute, 0) as transfer_rate,
        settled_seconds is null as is_open
      from call_attempts
    )
    select ${transfers}::integer
        + count(*) filter (where time_limit_seconds is not null and state <> 'never_placed')::integer as dials,
      coalesce(sum(own + transferred) filter (where is_open), 0)::integer as reserved_seconds,
      coalesce(sum(settled_seconds), 0)::integer as used_seconds,
      coalesce(sum(ceil(own / 60.0) * rate + ceil(transferred / 60.0) * transfer_rate) filter (where is_open), 0)
        ::double precision as reserved_amount,
      coalesce(sum(settled_amount), 0)::double precision as used_amount
    from attempts`)
  assert.deepEqual(counted, recounted)
  const differing = await db.query(sql`
    with attempts as (
      select organization_id, phone_number, created_at from call_attempts
      where time_limit_seconds is not null and state <> 'never_placed'
    ), recounted as (
      select organization_id, phone_number as counted, date_trunc('day', created_at, 'UTC') as since, count(*) as dials
      from attempts group by 1, 2, 3
      union all
      select organization_id, left(phone_number, -3) || '***', date_bin('10 minutes', created_at, '2000-01-01T00:00:00Z'), count(*)
      from attempts group by 1, 2, 3
    )
    select counted, since, coalesce(n.dials, 0)::integer as counts, coalesce(r.dials, 0)::integer as dials
    from dial_counts n full join recounted r using (organization_id, counted, since)
    where coalesce(n.dials, 0) <> coalesce(r.dials, 0)`)
  assert.deepEqual(differing, [])
}
