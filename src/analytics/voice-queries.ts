import type { Db, Queryable } from '../db/database.ts'
import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { countedFilter } from '../conversations/counted-filter.ts'
import type { CountedFilter } from '../conversations/counted-filter.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { coverOf } from '../conversations/span.ts'
import { kindsOf, levelOf } from '../conversations/totals.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { bySize, within } from './bucket-conditions.ts'
import type { Sized } from './bucket-conditions.ts'
import { mineOf, ofCounters, ofEachProject } from './scope.ts'
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
  return counted === null ? selectRaw(db.limited, scope, filter) : selectCounted(db, scope, counted)
}

/** Told beside all statuses where none is asked for. */
const toldStatuses = ['completed', 'live']

/**
 * Two statements where a span has ends within hours: that of the counters is planned once, that of the rows anew for each
 * span. A conversation is in one of both, as its start never changes. Indexes: the counters' primary keys;
 * conversations_by_start, for each project.
 */
async function selectCounted(db: Queryable, scope: Scope, filter: CountedFilter): Promise<VoiceCounts[]> {
  const isVoice = filter.channel_type === null || filter.channel_type.includes('voice')
  const asked = { ...filter, channel_type: isVoice ? ['voice'] : [] }
  const { buckets, edges, counted } = coverOf(filter.span, 'day')
  const countersOf = ({ grain, where }: Sized, day: Sql, status: CountedFilter['status']) =>
    ofCounters(scope, grain, {
      columns: sql`${day} as day, status, ${figures}`,
      table: sql`conversation_counts`,
      where: sql`grain = ${grain} and ${levelOf({ ...asked, status })} and ${where}`,
    })
  const inBuckets = [
    ...bySize(buckets).map((sized) => countersOf(sized, sql`bucket::date`, asked.status)),
    // By the largest buckets: a few in place of two more for each day.
    ...(asked.status === null ? bySize(coverOf(filter.span).buckets) : []).map((sized) =>
      countersOf(sized, sql`null::date`, toldStatuses),
    ),
    ...(counted === null ? [] : [counted]).map(
      (span) => sql`select hour::date, status, ${sums}
        from conversation_count_changes
        where ${mineOf(scope)} ${kindsOf(asked)} and ${within(sql`hour`, span)} group by 1, 2`,
    ),
  ]
  const atEnds = edges.map((span) => {
    const rows = ofEachProject(scope, {
      columns: sql`start_time, status, duration_seconds`,
      table: sql`conversations`,
      where: sql`${within(sql`start_time`, span)} ${kindsOf(asked)}`,
    })
    return sql`select start_time::date, status, count(*), count(duration_seconds),
        coalesce(sum(duration_seconds::numeric), 0)
      from (${rows}) e group by 1, 2`
  })
  const asThere = [inBuckets, atEnds].filter((parts) => parts.length > 0)
  return (await Promise.all(asThere.map((parts) => db.query<VoiceCounts>(addedUp(parts))))).flat()
}

/** @param parts day (null: told of all days), status, conversations, durations, duration_seconds. */
function addedUp(parts: readonly Sql[]): Sql {
  return sql`
    select coalesce(sum(conversations) filter (where status = 'completed'), 0)::bigint as completed,
      coalesce(sum(conversations) filter (where status = 'live'), 0)::bigint as live,
      coalesce(sum(durations) filter (where day is not null), 0)::bigint as durations,
      ${daysOf(sql`day`)} filter (where day is not null) as days
    from (${join(parts, sql` union all `)}) parts (day, status, conversations, durations, duration_seconds)`
}

const figures = sql`conversations, durations, duration_seconds`
const sums = sql`sum(conversations) as conversations, sum(durations) as durations,
  sum(duration_seconds) as duration_seconds`
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
