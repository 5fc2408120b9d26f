import { channelTypes } from '../base/conversation-kinds.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { CountedFilter } from './counted-filter.ts'
import { coverOf } from './time-buckets.ts'
import type { Run, Span } from './time-buckets.ts'

/**
 * How many conversations of a project a filter takes, by the counters: their buckets, what they have not taken in yet,
 * and the rows of the span's ends. One statement, so that all three are of one moment; it costs the same at any number
 * of conversations: some hundred rows of the counters at most. Indexes: the counters' primary keys,
 * conversations_by_start, conversations_by_status.
 */
export async function selectCountedTotal(
  db: Queryable,
  organizationId: string,
  projectId: string,
  filter: CountedFilter,
): Promise<number> {
  const { buckets, edges, counted } = coverOf(filter.span)
  const mine = sql`organization_id = ${organizationId} and project_id = ${projectId}`
  const kinds = kindsOf(filter)
  if (buckets[0]?.grain === 'all') return selectTotalOfAllTime(db, { mine, kinds, level: levelOf(filter) })
  const [row] = await db.query<{ total: number }>(sql`
    select (
      coalesce((select sum(n.conversations)
        from unnest(${grainsOf(buckets)}, ${boundsOf(buckets, 'from')}, ${boundsOf(buckets, 'to')}) s (grain, start, stop)
        cross join lateral (
          select conversations from conversation_counts
          where ${mine} and grain = s.grain and bucket >= s.start and bucket < s.stop
            and ${levelOf(filter)} offset 0) n), 0)
      + coalesce((select sum(conversations) from conversation_count_changes
        where ${mine} ${kinds} and hour >= ${genericPlanParam(bound(counted?.from ?? 0), 'timestamptz')}
          and hour < ${genericPlanParam(bound(counted?.to ?? 0), 'timestamptz')}), 0)
      + (select count(*)
        from unnest(${boundsOf(edges, 'from')}, ${boundsOf(edges, 'to')}) e (start, stop)
        cross join lateral (
          select from conversations
          where ${mine} ${kinds} and start_time >= e.start and start_time < e.stop offset 0) n)
      )::bigint as total`)
  return row?.total ?? 0
}

/** The same without a span, as most ask: of one row of the counters, or of few. */
async function selectTotalOfAllTime(
  db: Queryable,
  { mine, kinds, level }: { mine: Sql; kinds: Sql; level: Sql },
): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select (
      coalesce((select sum(conversations) from conversation_counts where ${mine} and grain = 'all' and ${level}), 0)
      + coalesce((select sum(conversations) from conversation_count_changes where ${mine} ${kinds}), 0)
      )::bigint as total`)
  return row?.total ?? 0
}

/** Which of the counters' rows add up to what is asked: those that have the fewest. */
export function levelOf({ status, channel_type, conversation_type }: Omit<CountedFilter, 'span'>): Sql {
  // There is none by type without channel.
  const channels = channel_type ?? (conversation_type === null ? ['*'] : channelTypes)
  return sql`${among(sql`channel_type`, channels)} and ${among(sql`conversation_type`, conversation_type ?? ['*'])}
    and ${among(sql`status`, status ?? ['*'])}`
}

/** Conditions for what is asked alone, so that an index that has just that serves. */
export function kindsOf({ status, channel_type, conversation_type }: Omit<CountedFilter, 'span'>): Sql {
  return [
    status === null ? null : sql` and ${among(sql`status`, status)}`,
    channel_type === null ? null : sql` and ${among(sql`channel_type`, channel_type)}`,
    conversation_type === null ? null : sql` and ${among(sql`conversation_type`, conversation_type)}`,
  ].reduce<Sql>((all, each) => (each === null ? all : sql`${all}${each}`), sql``)
}

/** One alone is told as one: of a list the planner expects ten, and of three lists a thousand. */
function among(column: Sql, values: readonly string[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`
}

/** The beginnings or the ends of spans, as an array that the planner does not look at. */
export function boundsOf(spans: readonly Span[], end: 'from' | 'to'): Sql {
  return genericPlanParam(
    spans.map((span) => bound(span[end])),
    'timestamptz[]',
  )
}

/** The sizes of runs, likewise. */
export function grainsOf(runs: readonly Run[]): Sql {
  return genericPlanParam(
    runs.map(({ grain }) => grain),
    'text[]',
  )
}

/** The last instant that a filter can name lies in the year 9999. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** An instant as PostgreSQL reads it, open ends included. */
export function bound(at: number): string {
  if (at > lastMs) return 'infinity'
  return at === -Infinity ? '-infinity' : new Date(at).toISOString()
}
