import { conversationStatuses, conversationTypes } from '../base/conversation-kinds.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { countedFilter } from '../counters/counted-filter.ts'
import type { CountedFilter } from '../counters/counted-filter.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { coverOf } from '../counters/time-buckets.ts'
import type { Run } from '../counters/time-buckets.ts'
import { boundsOf } from '../counters/conversation-totals.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { asSpans } from './asked-spans.ts'
import { isCountedIn, isInScope, mineOf, scopeColumns } from './scope.ts'
import type { Scope } from './scope.ts'

/** Voice conversations that a filter takes. */
export interface VoiceCounts {
  completed: number
  live: number
  /** How many have a duration. */
  durations: number
  /**
   * `YYYY-MM-DD conversations seconds`, UTC, with commas between; a day may stand more than once. One text, because a row
   * a day takes the driver longer than the database takes to find them all. Null where there are none.
   */
  days: string | null
}

/** In parts that add up: from the counters where they tell apart what is asked, else from the rows, with a limit of time. */
export async function selectVoiceCounts(db: Db, scope: Scope, filter: Filter): Promise<VoiceCounts[]> {
  const counted = countedFilter(filter)
  return counted === null
    ? selectRaw(db.limited(scope.organization_id), scope, filter)
    : selectCounted(db, scope, counted)
}

/** Told beside all statuses where none is asked for. */
const toldStatuses = ['completed', 'live']

/**
 * One statement with one plan: the days' counters, what is told of all days by the largest buckets, what the counters have
 * not taken in, and the rows of a span's ends. Those are chosen by their start alone, and then looked at, so that no other
 * index seems worth its while. Indexes: the counters' primary keys; conversations_by_start.
 */
async function selectCounted(db: Queryable, scope: Scope, filter: CountedFilter): Promise<VoiceCounts[]> {
  const { status, conversation_type, span } = filter
  const isVoice = filter.channel_type === null || filter.channel_type.includes('voice')
  if (!isVoice) return []
  const { buckets, edges, counted } = coverOf(span, 'day')
  const types = conversation_type ?? ['*']
  const byDay = levelsOf(buckets, types, status ?? ['*'])
  // By the largest buckets: a few in place of one or three for each day.
  const ofAllDays = levelsOf(coverOf(span).buckets, types, status ?? ['*', ...toldStatuses])
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
        from asked cross join ${asSpans(edges)} cross join lateral (
          select start_time, channel_type, conversation_type, status, duration_seconds from conversations
          where ${isInScope} and start_time >= span.start and start_time < span.stop offset 0) e
        where channel_type = 'voice' and conversation_type = any(asked.conversation_types)
          and status = any(asked.statuses)) ends
      group by day, status
      union all
      select hour::date, status, sum(conversations), sum(durations), sum(duration_seconds)
      from asked cross join ${asSpans(counted === null ? [] : [counted])} cross join lateral (
        select * from conversation_count_changes
        where ${isInScope} and hour >= span.start and hour < span.stop
          and channel_type = 'voice' and conversation_type = any(asked.conversation_types)
          and status = any(asked.statuses) offset 0) changes
      group by 1, 2
    )
    select coalesce(sum(conversations) filter (where status = 'completed'), 0)::bigint as completed,
      coalesce(sum(conversations) filter (where status = 'live'), 0)::bigint as live,
      coalesce(sum(durations) filter (where is_asked), 0)::bigint as durations,
      (select ${daysOf(sql`day`)} from (
        select bucket::date as day, conversations, duration_seconds from (${countersOf(scope, byDay)}) counters
        union all
        select day, conversations, duration_seconds from uncounted) days) as days
    from (
      select status, conversations, durations, status = any(asked.status_levels) as is_asked
      from asked, (${countersOf(scope, ofAllDays)}) counters
      union all
      select status, conversations, durations, true from uncounted) told`)
}

/** Counters that one range of their index has. */
interface Level extends Run {
  conversation_type: string
  status: string
}

function levelsOf(runs: readonly Run[], types: readonly string[], statuses: readonly string[]): Level[] {
  return runs.flatMap((run) =>
    types.flatMap((conversation_type) => statuses.map((status) => ({ ...run, conversation_type, status }))),
  )
}

function countersOf(scope: Scope, levels: readonly Level[]): Sql {
  const told = (name: 'grain' | 'conversation_type' | 'status') =>
    genericPlanParam(
      levels.map((level) => level[name]),
      'text[]',
    )
  return sql`
    select level.status, n.*
    from unnest(${told('grain')}, ${told('conversation_type')}, ${told('status')}, ${boundsOf(levels, 'from')},
      ${boundsOf(levels, 'to')}) level (grain, conversation_type, status, start, stop)
    cross join lateral (
      select bucket, conversations, durations, duration_seconds from conversation_counts
      where ${isCountedIn(scope)} and grain = level.grain and channel_type = 'voice'
        and conversation_type = level.conversation_type and status = level.status
        and bucket >= level.start and bucket < level.stop offset 0) n`
}

const daysOf = (day: Sql) => sql`string_agg(concat_ws(' ', ${day}, conversations, duration_seconds), ',')`

/** Index: conversations_by_start, or what the filter finds. The statistics conversations_days tell how few the groups are. */
async function selectRaw(db: Queryable, scope: Scope, filter: Filter): Promise<VoiceCounts[]> {
  return db.query<VoiceCounts>(sql`
    select coalesce(sum(completed), 0)::bigint as completed, coalesce(sum(live), 0)::bigint as live,
      coalesce(sum(durations), 0)::bigint as durations, ${daysOf(sql`day::date`)} as days
    from (
      -- To bin is cheaper than to truncate, which looks a time zone up for each row.
      select date_bin('1 day', start_time, '0001-01-01 00:00:00+00') as day, count(*) as conversations,
        count(*) filter (where c.status = 'completed') as completed, count(*) filter (where c.status = 'live') as live,
        count(duration_seconds) as durations, coalesce(sum(duration_seconds), 0) as duration_seconds
      from conversations c
      where ${mineOf(scope)} and c.channel_type = 'voice' and ${filterToSql(filter, conversationFields)}
      group by 1) d`)
}
