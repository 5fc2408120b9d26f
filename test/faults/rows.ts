import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** A call in the database after the run. Times are milliseconds since 1970. */
export interface CallRow {
  _id: string
  campaign: string
  project: string
  phone_number: string
  placed_by: 'trigger' | 'queue'
  state: string
  state_since: number
  /** What a waiting call waits for. */
  waits_for: string | null
  due_at: number | null
  attempts_count: number
}

export interface AttemptRow {
  _id: string
  call_id: string
  state: string
  created_at: number
  ended_at: number | null
}

/** The service's own rows after the run. */
export interface Rows {
  calls: CallRow[]
  attempts: AttemptRow[]
  /** Slots that are held, and numbers that count as being called. */
  slotsHeld: number
  numbersHeld: number
  /** Calls that left a final state. */
  revived: string[]
  /** What guards count, and what it must be by the attempts. */
  counts: CountRow[]
}

/** A count of a guard. */
export interface CountRow {
  /** Such as `dials of a day`. */
  what: string
  counted: number
  recounted: number
}

/** The states that a call never leaves. One that will be dialed again goes back to `waiting` before it has any. */
export const finalStates = ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled', 'expired']

const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Returns all rows that the checks need; they fit into memory. */
export async function selectRows(db: Db): Promise<Rows> {
  const calls = await db.query<CallRow>(sql`
    select c._id, p.name as project, m.name as campaign, c.phone_number, c.placed_by, c.state,
      ${ms(sql`c.state_since`)} as state_since, c.waits_for, ${ms(sql`c.due_at`)} as due_at, c.attempts_count
    from calls c
    join campaigns m on m.organization_id = c.organization_id and m._id = c.campaign_id
    join projects p on p.organization_id = c.organization_id and p._id = c.project_id
    order by c._id`)
  const attempts = await db.query<AttemptRow>(sql`
    select _id, call_id, state, ${ms(sql`created_at`)} as created_at, ${ms(sql`ended_at`)} as ended_at
    from call_attempts order by created_at`)
  const [held] = await db.query<{ slots: number; numbers: number }>(sql`
    select (select count(*) from calling_slots where attempt_id is not null) as slots,
      (select count(*) from numbers_in_use) as numbers`)
  const revived = await db.query<{ call_id: string }>(sql`
    select distinct call_id from call_moves where from_state = any(${finalStates}::text[])`)
  const counts = await selectCounts(db)
  return {
    calls,
    attempts,
    counts,
    slotsHeld: held?.slots ?? 0,
    numbersHeld: held?.numbers ?? 0,
    revived: revived.map(({ call_id }) => call_id),
  }
}

/** Recounts days, numbers and blocks of ten minutes. The calls of the harness are never transferred. */
function selectCounts(db: Db): Promise<CountRow[]> {
  return db.query<CountRow>(sql`
    with attempts as (
      select *, settled_seconds is null as is_open from call_attempts where state <> 'never_placed'
    ), days as (
      select coalesce(sum(dials), 0)::float8 as dials, coalesce(sum(reserved_seconds), 0)::float8 as reserved,
        coalesce(sum(used_seconds), 0)::float8 as used from call_days
    ), of_numbers as (
      select phone_number as counted, date_trunc('day', created_at, 'UTC') as since, count(*) as dials from attempts group by 1, 2
      union all
      select left(phone_number, -3) || '***', date_bin('10 minutes', created_at, '2000-01-01T00:00:00Z'), count(*)
      from attempts group by 1, 2
    )
    select 'dials of days' as what, dials as counted, (select count(*) from attempts)::float8 as recounted from days
    union all
    select 'reserved seconds of days', reserved,
      (select coalesce(sum(time_limit_seconds) filter (where is_open), 0) from attempts)::float8 from days
    union all
    select 'used seconds of days', used, (select coalesce(sum(settled_seconds), 0) from attempts)::float8 from days
    union all
    select 'dials of ' || counted || ' since ' || since, coalesce(n.dials, 0)::float8, coalesce(r.dials, 0)::float8
    from dial_counts n full join of_numbers r using (counted, since)`)
}

/** Returns how many calls have not ended, without those of campaigns that stay closed. */
export async function countUnsettled(db: Db, closed: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from calls c
    join campaigns m on m.organization_id = c.organization_id and m._id = c.campaign_id
    where c.state in ('waiting', 'dialling', 'unresolved', 'ringing', 'live') and m.name <> all(${closed})`)
  return row?.count ?? 0
}
