import { conversationStatuses, conversationTypes } from '../base/conversation-kinds.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { bound, boundsOf } from '../counters/conversation-totals.ts'
import { campaignFilter, countedFilter } from '../counters/counted-filter.ts'
import type { CountedFilter } from '../counters/counted-filter.ts'
import { splitSpan } from '../counters/time-buckets.ts'
import type { Run, Span } from '../counters/time-buckets.ts'
import { StatementTooLong } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { refusalOfSpan } from './answerable-span.ts'
import { selectByDuration } from './duration-counts.ts'
import { isCountedIn, isInScope, isOfProjects, mineOf, scopeColumns } from './scope.ts'
import type { Scope } from './scope.ts'
import { spanRows } from './span-rows.ts'
import type { VoiceCounts } from './voice-counts.ts'

/**
 * Returns the counts in parts to add up. They come from the counters if these can answer the filter, else from the
 * rows, with a time limit.
 *
 * @throws a refusal that names a span of days whose rows could be counted in time.
 */
export async function selectVoiceCounts(db: Db, scope: Scope, filter: Filter): Promise<VoiceCounts[]> {
  const counted = countedFilter(filter)
  if (counted !== null) return selectCounted(db, scope, counted, null)
  const ofCampaigns = campaignFilter(filter)
  if (ofCampaigns !== null) return selectCounted(db, scope, ofCampaigns.counted, ofCampaigns.campaignIds)
  try {
    const byDuration = await selectByDuration(db, scope, filter)
    const { counts, rest } = byDuration ?? { counts: [], rest: [null] }
    const limited = db.limited(scope.organization_id)
    const raw = await Promise.all(rest.map((span) => selectRaw(limited, scope, filter, span)))
    return [...counts, ...raw.flat()]
  } catch (error) {
    if (error instanceof StatementTooLong) throw await refusalOfSpan(db, scope, filter)
    throw error
  }
}

/** The statuses to count in the summary if the filter names none. */
const summaryStatuses = ['completed', 'live']

/**
 * Counts by the counters, in one statement with one plan, and one more for the counters of campaigns. It adds up four
 * parts: the counters of days, the largest buckets for the summary, the changes not yet applied, and the rows at the
 * span's ends. The last are selected by start alone and filtered afterwards, so that the planner takes no other index.
 * Indexes: the counters' primary keys; conversations_by_start.
 *
 * @param campaignIds null for conversations of any campaign and of none.
 */
async function selectCounted(
  db: Reader,
  scope: Scope,
  filter: CountedFilter,
  campaignIds: readonly string[] | null,
): Promise<VoiceCounts[]> {
  const { status, conversation_type, span } = filter
  const isVoice = filter.channel_type === null || filter.channel_type.includes('voice')
  if (!isVoice) return []
  const { buckets, edges, counted } = splitSpan(span, 'day')
  const types = conversation_type ?? ['*']
  const byDay = levelsOf(buckets, types, status ?? ['*'])
  // The largest buckets: a few rows in place of one to three for each day.
  const ofAllDays = levelsOf(splitSpan(span).buckets, types, status ?? ['*', ...summaryStatuses])
  const ids = sql`${genericPlanParam(campaignIds ?? [], 'text[]')}::uuid[]`
  const ofCampaigns = campaignIds === null ? sql`` : sql` and campaign_id = any(${ids})`
  const countersOf = (levels: readonly Level[]) =>
    campaignIds === null ? countersOfAll(scope, levels) : countersOfCampaigns(scope, levels, ids)
  return db.query<VoiceCounts>(sql`
    with asked as materialized (
      select ${scopeColumns(scope)}, ${status ?? ['*']}::text[] as status_levels,
        ${conversation_type ?? conversationTypes}::text[] as conversation_types,
        ${status ?? conversationStatuses}::text[] as statuses
    ), uncounted as materialized (
      select day, status, count(*) as conversations, count(duration_seconds) as durations,
        coalesce(sum(duration_seconds), 0) as duration_seconds
      from (
        select e.start_time::date as day, e.status, e.duration_seconds::numeric
        from asked cross join ${spanRows(edges)} cross join lateral (
          select start_time, channel_type, conversation_type, status, campaign_id, duration_seconds from conversations
          where ${isInScope} and start_time >= span.start and start_time < span.stop offset 0) e
        where channel_type = 'voice' and conversation_type = any(asked.conversation_types)
          and status = any(asked.statuses)${ofCampaigns}) ends
      group by day, status
      union all
      select hour::date, status, sum(conversations), sum(durations), sum(duration_seconds)
      from asked cross join ${spanRows(counted === null ? [] : [counted])} cross join lateral (
        select * from conversation_count_changes
        where ${isInScope} and hour >= span.start and hour < span.stop
          and channel_type = 'voice' and conversation_type = any(asked.conversation_types)
          and status = any(asked.statuses)${ofCampaigns} offset 0) changes
      group by 1, 2
    )
    select coalesce(sum(conversations) filter (where status = 'completed'), 0)::bigint as completed,
      coalesce(sum(conversations) filter (where status = 'live'), 0)::bigint as live,
      coalesce(sum(durations) filter (where is_asked), 0)::bigint as durations,
      (select ${daysOf(sql`day`)} from (
        select bucket::date as day, conversations, duration_seconds from (${countersOf(byDay)}) counters
        union all
        select day, conversations, duration_seconds from uncounted) days) as days
    from (
      select status, conversations, durations, status = any(asked.status_levels) as is_asked
      from asked, (${countersOf(ofAllDays)}) counters
      union all
      select status, conversations, durations, true from uncounted) parts`)
}

/** Counters that lie in one range of their index. */
interface Level extends Run {
  conversation_type: string
  status: string
}

function levelsOf(runs: readonly Run[], types: readonly string[], statuses: readonly string[]): Level[] {
  return runs.flatMap((run) =>
    types.flatMap((conversation_type) => statuses.map((status) => ({ ...run, conversation_type, status }))),
  )
}

function countersOfAll(scope: Scope, levels: readonly Level[]): Sql {
  const levelValues = (name: 'grain' | 'conversation_type' | 'status') =>
    genericPlanParam(
      levels.map((level) => level[name]),
      'text[]',
    )
  return sql`
    select level.status, n.*
    from unnest(${levelValues('grain')}, ${levelValues('conversation_type')}, ${levelValues('status')}, ${boundsOf(levels, 'from')},
      ${boundsOf(levels, 'to')}) level (grain, conversation_type, status, start, stop)
    cross join lateral (
      select bucket, conversations, durations, duration_seconds from conversation_counts
      where ${isCountedIn(scope)} and grain = level.grain and channel_type = 'voice'
        and conversation_type = level.conversation_type and status = level.status
        and bucket >= level.start and bucket < level.stop offset 0) n`
}

/** Adds up the counters of some campaigns by bucket. They are kept for each project, not for all of them together. */
function countersOfCampaigns(scope: Scope, levels: readonly Level[], ids: Sql): Sql {
  const levelValues = (name: 'grain' | 'status') =>
    genericPlanParam(
      levels.map((level) => level[name]),
      'text[]',
    )
  return sql`
    select status, bucket, sum(conversations) as conversations, sum(durations) as durations,
      sum(duration_seconds) as duration_seconds
    from unnest(${levelValues('grain')}, ${levelValues('status')}, ${boundsOf(levels, 'from')}, ${boundsOf(levels, 'to')})
      level (grain, status, start, stop)
    cross join lateral (
      select bucket, conversations, durations, duration_seconds from campaign_counts
      where ${isOfProjects(scope)} and campaign_id = any(${ids}) and grain = level.grain and status = level.status
        and bucket >= level.start and bucket < level.stop offset 0) n
    group by status, bucket`
}

const daysOf = (day: Sql) => sql`string_agg(concat_ws(' ', ${day}, conversations, duration_seconds), ',')`

/**
 * Counts the rows, of the span alone if there is one. Index: conversations_by_start, or one that serves the filter. The
 * statistics object conversations_days gives the planner the small number of groups.
 */
async function selectRaw(
  db: Reader,
  scope: Scope,
  filter: Filter,
  span: Span | null,
): Promise<VoiceCounts[]> {
  const inSpan =
    span === null
      ? sql``
      : sql` and c.start_time >= ${bound(span.from)}::timestamptz and c.start_time < ${bound(span.to)}::timestamptz`
  return db.query<VoiceCounts>(sql`
    select coalesce(sum(completed), 0)::bigint as completed, coalesce(sum(live), 0)::bigint as live,
      coalesce(sum(durations), 0)::bigint as durations, ${daysOf(sql`day::date`)} as days
    from (
      -- date_bin is cheaper than date_trunc, which looks the time zone up for each row.
      select date_bin('1 day', start_time, '0001-01-01 00:00:00+00') as day, count(*) as conversations,
        count(*) filter (where c.status = 'completed') as completed, count(*) filter (where c.status = 'live') as live,
        count(duration_seconds) as durations, coalesce(sum(duration_seconds), 0) as duration_seconds
      from conversations c
      where ${mineOf(scope)} and c.channel_type = 'voice' and ${filterToSql(filter, conversationFields)}${inSpan}
      group by 1) d`)
}
