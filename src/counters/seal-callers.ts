import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { callersOfChunk, dayMs } from './caller-bitmaps.ts'
import type { ProjectKey } from './caller-bitmaps.ts'
import { startOfMonth } from './time-buckets.ts'
import type { Span } from './time-buckets.ts'

/** Below this, counting the callers of a project from the rows takes some milliseconds. */
const callersMin = 1_000
/** A day is sealed this long after its end, when each transaction that began on it is over. */
const sealAfterMs = 3_600_000
/** The most conversations whose callers one run adds, unless a single day has more. */
const conversationsMax = 200_000
/** The most callers that get their number in one transaction, which locks them against their next call. */
const numberedMax = 1_000

/** Returns whether some project has a day to seal: its last one is over, or a sealed one has changed. */
export const dueWhileDaysUnsealed = (now: Date): Sql => sql`(
  select ${now}::timestamptz where exists (${unsealed(now)}) or exists (${stale}))`

/** The sealed days that have changed, of the organizations that this cell may write. */
const stale = sql`
  select organization_id, project_id, day from caller_stale_days where is_here(organization_id)`

/** The projects with many callers that have no state yet, or whose state ends before the last day to seal. */
function unsealed(now: Date): Sql {
  const target = new Date(sealedUntil(now))
  return sql`
    select r.organization_id, r.project_id from row_counts r
    left join caller_bitmap_states s on s.organization_id = r.organization_id and s.project_id = r.project_id
    where r.kind = 'callers' and r.rows >= ${callersMin}::bigint and is_here(r.organization_id)
      and (s.project_id is null
        or (s.sealed_before < ${target}::timestamptz and s.begun_at <= ${new Date(now.getTime() - sealAfterMs)}::timestamptz))`
}

function sealedUntil(now: Date): number {
  return Math.floor((now.getTime() - sealAfterMs) / dayMs) * dayMs
}

/**
 * Seals one changed day anew, and the next days of one project, at most a month with conversations. Each run does both,
 * so that where days change all the time, new ones are sealed too. Returns whether there was one of them.
 */
export async function sealCallers(db: Db, now: Date): Promise<boolean> {
  const [changed] = await db.query<ProjectKey & { day: string }>(sql`${stale} limit 1`)
  const isSealedAgain = changed !== undefined && (await sealAgain(db, changed))
  // At random, so that a project whose callers are locked keeps no other waiting.
  const [project] = await db.query<ProjectKey>(sql`${unsealed(now)} order by random() limit 1`)
  const isSealed = project !== undefined && (await sealNext(db, project, now))
  return isSealedAgain || isSealed
}

async function sealNext(db: Db, project: ProjectKey, now: Date): Promise<boolean> {
  const next = await nextPeriod(db, project, now)
  if (next === null) return true
  const { period, state } = next
  await numberCallers(db, project, period)
  return db.transaction(async (transaction) => {
    const locked = await lockState(transaction, project)
    // The period follows the sealed days that were read. Another worker may have sealed it, or a changed day or an
    // import may have left fewer sealed days: those between them and the period would count as sealed, and are not.
    if (locked?.begun_at !== state.begun_at || locked.sealed_before !== state.sealed_before) return false
    if (!(await writePeriod(transaction, project, period))) return false
    await setSealed(transaction, project, period.to)
    return true
  })
}

/** What a project's state says. */
interface SealState {
  begun_at: string
  /** The end of the sealed days, -Infinity for none. */
  sealed_before: number
}

interface StateRow {
  begun_at: string
  sealed: number | null
}

const stateColumns = sql`s.begun_at, extract(epoch from nullif(s.sealed_before, '-infinity'))::bigint as sealed`

function stateOf({ begun_at, sealed }: StateRow): SealState {
  return { begun_at, sealed_before: sealed === null ? -Infinity : sealed * 1_000 }
}

/**
 * Returns the next days to seal, all of one month or of months without conversations, and the state that they follow;
 * null if the project has only now got it.
 */
async function nextPeriod(
  db: Db,
  project: ProjectKey,
  now: Date,
): Promise<{ period: Span; state: SealState } | null> {
  const { organization_id, project_id } = project
  const begun = await db.write(sql`
    insert into caller_bitmap_states (organization_id, project_id, begun_at, sealed_before)
    values (${organization_id}, ${project_id}, ${now}, '-infinity') on conflict do nothing returning 1`)
  if (begun.length > 0) return null
  const until = sealedUntil(now)
  const [row] = await db.query<StateRow & { first: number | null; last: number | null }>(sql`
    select floor(extract(epoch from f.start_time))::bigint as first, floor(extract(epoch from l.start_time))::bigint as last,
      ${stateColumns}
    from caller_bitmap_states s
    left join lateral (
      select start_time from conversations c where ${ofProject(project, sql`c`)} and start_time >= s.sealed_before
      order by start_time limit 1) f on true
    left join lateral (
      select start_time from conversations c where ${ofProject(project, sql`c`)} and start_time >= f.start_time
      order by start_time offset ${conversationsMax}::bigint limit 1) l on true
    where ${ofProject(project, sql`s`)}`)
  if (row === undefined) return null
  const { first, last } = row
  const state = stateOf(row)
  const firstDay = first === null ? until : Math.floor((first * 1_000) / dayMs) * dayMs
  const from = Math.min(until, row.sealed === null ? firstDay : state.sealed_before)
  const bounded = last === null ? until : Math.max(from + dayMs, Math.floor((last * 1_000) / dayMs) * dayMs)
  // An import may have a conversation of the year 1: the months without any after it are one period.
  const firstMonth = monthOf(firstDay)
  const to = from === monthOf(from) && from < firstMonth ? firstMonth : nextMonth(from)
  return { period: { from, to: Math.min(until, to, bounded) }, state }
}

async function sealAgain(db: Db, { day, ...project }: ProjectKey & { day: string }): Promise<boolean> {
  const from = Date.parse(day)
  const period = { from, to: from + dayMs }
  await numberCallers(db, project, period)
  return db.transaction(async (transaction) => {
    const state = await lockState(transaction, project)
    if (state === null) return false
    // Whatever is committed after this statement has a row of its own here, which makes the day stale again.
    await transaction.write(sql`
      delete from caller_stale_days d where ${ofProject(project, sql`d`)} and day = ${day}::timestamptz`)
    if (state.sealed_before <= from) return true
    const isWritten = await writePeriod(transaction, project, period)
    if (!isWritten) await setSealed(transaction, project, from)
    return isWritten
  })
}

/**
 * Gives a number to callers of the period who have none. Locks as few at a time as it can, and waits for nobody: a
 * caller whose row is locked is numbered by a later run.
 */
async function numberCallers(db: Db, project: ProjectKey, { from, to }: Span): Promise<void> {
  for (;;) {
    const numbered = await db.transaction(async (transaction) => {
      if ((await lockState(transaction, project)) === null) return 0
      const [row] = await transaction.write<{ numbered: number }>(sql`
        with fresh as materialized (
          select k.caller from conversation_callers k
          where ${ofProject(project, sql`k`)} and k.number is null and k.caller in (
            select c.caller from conversations c
            where ${ofProject(project, sql`c`)} and c.start_time >= ${new Date(from)}::timestamptz
              and c.start_time < ${new Date(to)}::timestamptz)
          limit ${numberedMax}::bigint for update skip locked
        ), placed as (
          update conversation_callers k set number = s.next_number + f.place - 1
          from (select caller, row_number() over () as place from fresh) f, caller_bitmap_states s
          where ${ofProject(project, sql`k`)} and k.caller = f.caller and ${ofProject(project, sql`s`)}
          returning 1
        ), counted as (select count(*) as numbered from placed)
        update caller_bitmap_states s set next_number = s.next_number + counted.numbered from counted
        where ${ofProject(project, sql`s`)} returning counted.numbered`)
      return row?.numbered ?? 0
    })
    if (numbered < numberedMax) return
  }
}

/** Returns the state, and keeps others from sealing; null if another one does. */
async function lockState(transaction: Transaction, project: ProjectKey): Promise<SealState | null> {
  const [row] = await transaction.write<StateRow>(sql`
    select ${stateColumns} from caller_bitmap_states s where ${ofProject(project, sql`s`)} for update skip locked`)
  return row === undefined ? null : stateOf(row)
}

async function setSealed(transaction: Transaction, project: ProjectKey, before: number): Promise<void> {
  await transaction.write(sql`
    update caller_bitmap_states s set sealed_before = ${new Date(before)} where ${ofProject(project, sql`s`)}`)
}

/**
 * Writes the bitmaps of days, and of each month of them that ends with them or is sealed. Returns false if a caller has
 * no number yet.
 */
async function writePeriod(
  transaction: Transaction,
  project: ProjectKey,
  { from, to }: Span,
): Promise<boolean> {
  const days = await transaction.query<{ day: string; status: string; numbers: (number | null)[] }>(sql`
    select date_bin('1 day', c.start_time, '2000-01-01 00:00:00+00') as day, c.status,
      array_agg(distinct k.number) as numbers
    from conversations c left join conversation_callers k using (organization_id, project_id, caller)
    where ${ofProject(project, sql`c`)} and c.start_time >= ${new Date(from)}::timestamptz
      and c.start_time < ${new Date(to)}::timestamptz
    group by 1, 2`)
  if (days.some(({ numbers }) => numbers.includes(null))) return false
  await deleteBitmaps(transaction, project, 'day', { from, to })
  for (const [day, statuses] of Map.groupBy(days, (each) => each.day)) {
    const rows = [...statuses, { status: '*', numbers: statuses.flatMap(({ numbers }) => numbers) }].flatMap(
      ({ status, numbers }) =>
        [...chunksOf(numbers as number[])].map(([chunk, bits]) => ({
          status,
          chunk,
          bits: bits.toString('hex'),
        })),
    )
    await insertDay(transaction, project, day, rows)
  }
  await writeDurations(transaction, project, { from, to })
  // Months without conversations are not written, but may have been sealed with some.
  await deleteBitmaps(transaction, project, 'month', { from, to })
  // A month that had no conversations may have one by now.
  for (const start of new Set([from, ...days.map(({ day }) => Date.parse(day))].map(monthOf))) {
    const month = { from: start, to: nextMonth(start) }
    if (to >= month.to || (await isMonthWritten(transaction, project, month.to)))
      await writeMonth(transaction, project, month)
  }
  return true
}

/** Sets a bit for each number. A bit string begins with the highest bit of its first byte. */
export function chunksOf(numbers: readonly number[]): Map<number, Buffer> {
  const chunks = new Map<number, Buffer>()
  for (const number of numbers) {
    const chunk = Math.floor(number / callersOfChunk)
    let bits = chunks.get(chunk)
    if (bits === undefined) chunks.set(chunk, (bits = Buffer.alloc(callersOfChunk / 8)))
    const place = number % callersOfChunk
    bits[place >> 3]! |= 0x80 >> (place & 7)
  }
  return chunks
}

async function insertDay(
  transaction: Transaction,
  { organization_id, project_id }: ProjectKey,
  day: string,
  rows: readonly { status: string; chunk: number; bits: string }[],
): Promise<void> {
  await transaction.write(sql`
    insert into caller_bitmaps (organization_id, project_id, grain, status, bucket, chunk, bits)
    select ${organization_id}, ${project_id}, 'day', r.status, ${day}::timestamptz, r.chunk, ('x' || r.bits)::bit(32768)
    from unnest(${rows.map(({ status }) => status)}::text[], ${rows.map(({ chunk }) => chunk)}::integer[],
      ${rows.map(({ bits }) => bits)}::text[]) r (status, chunk, bits)`)
}

/** Writes the durations of each day's calls. */
async function writeDurations(
  transaction: Transaction,
  project: ProjectKey,
  { from, to }: Span,
): Promise<void> {
  const start = sql`${new Date(from)}::timestamptz`
  const stop = sql`${new Date(to)}::timestamptz`
  await transaction.write(sql`
    delete from call_durations d where ${ofProject(project, sql`d`)} and d.day >= ${start} and d.day < ${stop}`)
  await transaction.write(sql`
    insert into call_durations (organization_id, project_id, day, status, seconds, calls, sums)
    ${durationsByDay(sql`${ofProject(project, sql`c`)} and c.start_time >= ${start} and c.start_time < ${stop}`)}`)
}

/**
 * Returns a query for the different durations of each day's calls, with how many calls lasted up to each, and for how
 * long.
 *
 * @param which a condition on the conversations `c`.
 */
export function durationsByDay(which: Sql): Sql {
  return sql`
    select organization_id, project_id, day, status, array_agg(seconds order by seconds) as seconds,
      array_agg(calls order by seconds) as calls, array_agg(sum order by seconds) as sums
    from (
      select organization_id, project_id, day, status, seconds, sum(calls) over up_to as calls,
        sum(calls * seconds) over up_to as sum
      from (
        select c.organization_id, c.project_id, date_bin('1 day', c.start_time, '2000-01-01 00:00:00+00') as day, c.status,
          c.duration_seconds as seconds, count(*) as calls
        from conversations c
        where ${which} and c.channel_type = 'voice' and c.duration_seconds is not null
        group by 1, 2, 3, 4, 5) each
      window up_to as (partition by organization_id, project_id, day, status order by seconds)) summed
    group by 1, 2, 3, 4`
}

async function isMonthWritten(transaction: Queryable, project: ProjectKey, end: number): Promise<boolean> {
  const found = await transaction.query(sql`
    select from caller_bitmap_states s
    where ${ofProject(project, sql`s`)} and s.sealed_before >= ${new Date(end)}::timestamptz`)
  return found.length > 0
}

async function writeMonth(transaction: Transaction, project: ProjectKey, month: Span): Promise<void> {
  await deleteBitmaps(transaction, project, 'month', month)
  await transaction.write(sql`
    insert into caller_bitmaps (organization_id, project_id, grain, status, bucket, chunk, bits)
    select b.organization_id, b.project_id, 'month', b.status, ${new Date(month.from)}::timestamptz, b.chunk, bit_or(b.bits)
    from caller_bitmaps b
    where ${ofProject(project, sql`b`)} and b.grain = 'day' and b.bucket >= ${new Date(month.from)}::timestamptz
      and b.bucket < ${new Date(month.to)}::timestamptz
    group by b.organization_id, b.project_id, b.status, b.chunk`)
}

async function deleteBitmaps(
  transaction: Transaction,
  project: ProjectKey,
  grain: 'day' | 'month',
  { from, to }: Span,
): Promise<void> {
  await transaction.write(sql`
    delete from caller_bitmaps b
    where ${ofProject(project, sql`b`)} and b.grain = ${grain} and b.bucket >= ${new Date(from)}::timestamptz
      and b.bucket < ${new Date(to)}::timestamptz`)
}

/**
 * Has all days of some projects sealed anew, for a transaction that writes past conversations without triggers. Its
 * last statements, because they wait for a run that is sealing and then keep others waiting.
 *
 * @param projects organization_id, project_id.
 */
export async function unsealCallers(transaction: Queryable, projects: Sql, now: Date): Promise<void> {
  await transaction.write(sql`
    insert into caller_bitmap_states (organization_id, project_id, begun_at, sealed_before)
    select distinct organization_id, project_id, ${now}::timestamptz, '-infinity'::timestamptz from (${projects}) p
    order by 1, 2
    on conflict (organization_id, project_id) do update
      set begun_at = excluded.begun_at, sealed_before = excluded.sealed_before`)
  // A statement of its own, which sees what was sealed while the one before waited.
  const ofProjects = sql`(organization_id, project_id) in (select organization_id, project_id from (${projects}) p)`
  await transaction.write(sql`
    with gone as (delete from call_durations where ${ofProjects}) delete from caller_bitmaps where ${ofProjects}`)
}

/**
 * Has the days sealed anew on which a transaction has been open, for one that takes hours and changes who conversations
 * were with. The triggers mark the days before its first one alone, and by now that one may be sealed.
 *
 * @param projects organization_id, project_id, each once.
 */
export async function markOwnDaysStale(transaction: Queryable, projects: Sql): Promise<void> {
  await transaction.write(sql`
    insert into caller_stale_days (organization_id, project_id, day)
    select organization_id, project_id, day
    from caller_bitmap_states join (${projects}) p using (organization_id, project_id),
      generate_series(date_bin('1 day', now(), '2000-01-01 00:00:00+00'), clock_timestamp(), '1 day') day`)
}

function ofProject({ organization_id, project_id }: ProjectKey, as: Sql): Sql {
  return sql`${as}.organization_id = ${organization_id} and ${as}.project_id = ${project_id}`
}

function monthOf(at: number): number {
  const date = new Date(at)
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth())
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
