import type { Db } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { bound, boundsOf, grainsOf, selectCountedTotal } from './conversation-totals.ts'
import type { CountedFilter } from './counted-filter.ts'
import { splitSpan } from './time-buckets.ts'
import type { Run, Span } from './time-buckets.ts'

export const dayMs = 86_400_000
/** Callers whose bits stand in one row of `caller_bitmaps`: 4 kB. */
export const callersOfChunk = 32_768
/** With more changed days than this in the span, the callers are counted from the rows. */
const staleDaysMax = 10
/**
 * A row that no bitmap covers costs four times as much as without bitmaps, since the number of its caller is looked up.
 */
const rowCost = 4

/** A project by its keys. */
export interface ProjectKey {
  organization_id: string
  project_id: string
}

/**
 * Returns how many callers a project has in a span, with one of some statuses. It counts the bits in the union of the
 * bitmaps of sealed days and months, and the callers of the rest who have no bit in it. Returns null where the bitmaps
 * can't say, or the rows would be cheaper: another kind of filter, a project without bitmaps, most of the span not
 * sealed. The decision is in docs/adr/2026-11-23-callers-as-bitmaps.md.
 */
export async function selectCallersByBitmaps(
  db: Db,
  callers: ProjectKey,
  filter: CountedFilter,
): Promise<number | null> {
  if (filter.channel_type !== null || filter.conversation_type !== null) return null
  const days = await selectSealedDays(db, callers)
  if (days === null) return null
  const parts = partsOf(filter.span, days)
  if (parts === null || !(await isCheaper(db, callers, filter, parts))) return null
  return selectUnion(db, callers, filter, parts)
}

/** The past days of a project that are sealed: those before `before`, but for the stale ones. */
export interface SealedDays {
  before: number
  stale: readonly number[]
}

/** Returns the sealed days; null where none is. Indexes: the primary keys. */
export async function selectSealedDays(
  db: Reader,
  { organization_id, project_id }: ProjectKey,
): Promise<SealedDays | null> {
  const [state] = await db.query<{ sealed_before: string; stale_days: string[] | null }>(sql`
    select sealed_before, (
      select array_agg(distinct to_char(day, 'YYYY-MM-DD"T00:00:00Z"')) from caller_stale_days
      where organization_id = ${organization_id} and project_id = ${project_id}) as stale_days
    from caller_bitmap_states
    where organization_id = ${organization_id} and project_id = ${project_id} and sealed_before > '-infinity'`)
  if (state === undefined) return null
  return { before: Date.parse(state.sealed_before), stale: (state.stale_days ?? []).map(Date.parse) }
}

export interface Parts {
  /** Whole days and months whose bitmaps are right. */
  sealed: Run[]
  /** What they leave of the span, to be read from the rows. */
  rest: Span[]
}

/** Splits a span; null if less than a day of it is sealed, or all or too many of its days have changed since. */
export function partsOf(span: Span, days: SealedDays): Parts | null {
  const from = span.from === -Infinity ? span.from : Math.ceil(span.from / dayMs) * dayMs
  const to = Math.min(days.before, Math.floor(span.to / dayMs) * dayMs)
  if (from >= to) return null
  const stale = days.stale.filter((day) => day >= from && day < to).toSorted((one, other) => one - other)
  if (stale.length > staleDaysMax) return null
  const starts = [from, ...stale.map((day) => day + dayMs)]
  const sealed = starts.flatMap((start, index) => {
    const { buckets } = splitSpan({ from: start, to: stale[index] ?? to })
    return buckets
  })
  if (sealed.length === 0) return null
  const rest = [
    { from: span.from, to: from },
    ...stale.map((day) => ({ from: day, to: day + dayMs })),
    { from: to, to: span.to },
  ].filter((part) => part.from < part.to)
  return { sealed, rest }
}

async function isCheaper(
  db: Db,
  { organization_id, project_id }: ProjectKey,
  filter: CountedFilter,
  { rest }: Parts,
): Promise<boolean> {
  const rowsIn = (span: Span) => selectCountedTotal(db, organization_id, project_id, { ...filter, span })
  const [all, ...ofRest] = await Promise.all([rowsIn(filter.span), ...rest.map(rowsIn)])
  return rowCost * ofRest.reduce((sum, rows) => sum + rows, 0) <= all
}

/**
 * Counts the union. Returns null if a day has changed since the parts were chosen: the statement sees bitmaps, changes
 * and rows of one moment. Indexes: primary key of caller_bitmaps; conversations_by_start; primary key of
 * conversation_callers.
 */
async function selectUnion(
  db: Db,
  { organization_id, project_id }: ProjectKey,
  { status }: CountedFilter,
  { sealed, rest }: Parts,
): Promise<number | null> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const ofStatus = status === null ? sql`` : sql` and status = any(${status}::text[])`
  const last = sealed.at(-1)!
  const [row] = await db.limited(organization_id).query<{ total: number | null }>(sql`
    with sealed as (
      select * from unnest(${grainsOf(sealed)}, ${boundsOf(sealed, 'from')}, ${boundsOf(sealed, 'to')}) s (grain, start, stop)
    ), united as materialized (
      select b.chunk, bit_or(b.bits) as bits from sealed s cross join lateral (
        select chunk, bits from caller_bitmaps
        where ${mine} and grain = s.grain and status = any(${status ?? ['*']}::text[])
          and bucket >= s.start and bucket < s.stop offset 0) b
      group by b.chunk
    ), others as materialized (
      select distinct c.caller from unnest(${boundsOf(rest, 'from')}, ${boundsOf(rest, 'to')}) r (start, stop)
      cross join lateral (
        select caller from conversations
        where ${mine} and start_time >= r.start and start_time < r.stop${ofStatus} offset 0) c
    )
    select case when
      exists (select from caller_bitmap_states where ${mine} and sealed_before >= ${bound(last.to)}::timestamptz)
      and not exists (
        select from caller_stale_days d join sealed s on d.day >= s.start and d.day < s.stop where ${mine})
    then (
      (select coalesce(sum(bit_count(bits)), 0) from united)
      + (select count(*) from others o
        left join lateral (
          select number from conversation_callers where ${mine} and caller = o.caller offset 0) k on true
        left join united u on u.chunk = k.number / ${callersOfChunk}::integer
        where u.bits is null or get_bit(u.bits, k.number % ${callersOfChunk}::integer) = 0))::bigint end as total`)
  return row?.total ?? null
}
