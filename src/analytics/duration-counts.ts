import { conversationStatuses } from '../base/conversation-kinds.ts'
import { partsOf, selectSealedDays } from '../counters/caller-bitmaps.ts'
import type { Parts } from '../counters/caller-bitmaps.ts'
import { bound, boundsOf } from '../counters/conversation-totals.ts'
import { durationFilter } from '../counters/counted-filter.ts'
import type { DurationFilter } from '../counters/counted-filter.ts'
import type { Span } from '../counters/time-buckets.ts'
import type { Reader } from '../db/queryable.ts'
import { genericPlanParam, sql } from '../db/sql.ts'
import type { Filter } from '../filters/tree.ts'
import type { Scope } from './scope.ts'
import type { VoiceCounts } from './voice-counts.ts'

/**
 * Returns the counts of calls by duration on sealed days, and the spans that are left to be read from the rows. Null
 * where they can't say: a filter that asks for more than status, channel, start and duration, all projects together, no
 * sealed day.
 */
export async function selectByDuration(
  db: Reader,
  { organization_id, project_id }: Scope,
  filter: Filter,
): Promise<{ counts: VoiceCounts[]; rest: Span[] } | null> {
  const asked = durationFilter(filter)
  if (asked === null || project_id === null || asked.counted.conversation_type !== null) return null
  const { channel_type, span } = asked.counted
  if (channel_type !== null && !channel_type.includes('voice')) return { counts: [], rest: [] }
  const project = { organization_id, project_id }
  const days = await selectSealedDays(db, project)
  const parts = days === null ? null : partsOf(span, days)
  if (parts === null) return null
  const counts = await selectSealed(db, project, asked, parts)
  return counts === null ? null : { counts: [counts], rest: parts.rest }
}

/**
 * Counts the calls of sealed days; null if one of them has changed since the parts were chosen. `width_bucket` returns
 * how many of the durations are at most the bound, which is where the counts and sums up to it stand. Indexes: the
 * primary keys.
 */
async function selectSealed(
  db: Reader,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  { counted, above, upTo }: DurationFilter,
  { sealed }: Parts,
): Promise<VoiceCounts | null> {
  const param = genericPlanParam
  const mine = sql`organization_id = ${param(organization_id, 'uuid')} and project_id = ${param(project_id, 'uuid')}`
  const statuses = sql`${param(counted.status ?? conversationStatuses, 'text[]')}::text[]`
  const [row] = await db.query<VoiceCounts & { is_sealed: boolean }>(sql`
    with sealed as materialized (
      select * from unnest(${boundsOf(sealed, 'from')}, ${boundsOf(sealed, 'to')}) s (start, stop)
    ), found as materialized (
      select d.day, d.status, coalesce(d.calls[d.upto], 0) - coalesce(d.calls[d.above], 0) as calls,
        coalesce(d.sums[d.upto], 0) - coalesce(d.sums[d.above], 0) as seconds
      from sealed s cross join lateral (
        select day, status, calls, sums, width_bucket(${param(above, 'double precision')}, seconds) as above,
          width_bucket(${param(upTo, 'double precision')}, seconds) as upto
        from call_durations
        where ${mine} and day >= s.start and day < s.stop
          and status = any(${statuses}) offset 0) d
    )
    select coalesce(sum(calls) filter (where status = 'completed'), 0)::bigint as completed,
      coalesce(sum(calls) filter (where status = 'live'), 0)::bigint as live, coalesce(sum(calls), 0)::bigint as durations,
      (select string_agg(concat_ws(' ', day::date, calls, seconds), ',') from (
        select day, sum(calls) as calls, sum(seconds) as seconds from found where calls > 0 group by day) d) as days,
      exists (select from caller_bitmap_states
        where ${mine} and sealed_before >= ${param(bound(sealed.at(-1)!.to), 'timestamptz')})
      and not exists (
        select from caller_stale_days d join sealed s on d.day >= s.start and d.day < s.stop where ${mine}) as is_sealed
    from found`)
  return row?.is_sealed === true ? row : null
}
