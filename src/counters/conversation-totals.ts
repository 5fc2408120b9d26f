import { channelTypes } from '../base/conversation-kinds.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { CountedFilter } from './counted-filter.ts'
import { splitSpan } from './time-buckets.ts'
import type { Run, Span } from './time-buckets.ts'

/**
 * Returns how many conversations of a project match a filter, from three parts: the counters' buckets, the changes not
 * yet applied to them, and the rows at the ends of the span. One statement reads all three, so that they are of one
 * moment. It reads some hundred counter rows at most, however many conversations there are. Indexes: the counters'
 * primary keys, conversations_by_start, conversations_by_status.
 */
export async function selectCountedTotal(
  db: Queryable,
  organizationId: string,
  projectId: string,
  filter: CountedFilter,
): Promise<number> {
  const { buckets, edges, counted } = splitSpan(filter.span)
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

/** Returns the total without a span, as most requests ask for it, from one row of the counters or a few. */
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

/** Selects the counter rows that add up to the answer, at the level with the fewest rows. */
function levelOf({ status, channel_type, conversation_type }: Omit<CountedFilter, 'span'>): Sql {
  // There is no level by type without channel.
  const channels = channel_type ?? (conversation_type === null ? ['*'] : channelTypes)
  return sql`${among(sql`channel_type`, channels)} and ${among(sql`conversation_type`, conversation_type ?? ['*'])}
    and ${among(sql`status`, status ?? ['*'])}`
}

/** Returns conditions only for what the filter names, so that an index on exactly these columns serves. */
export function kindsOf({ status, channel_type, conversation_type }: Omit<CountedFilter, 'span'>): Sql {
  return [
    status === null ? null : sql` and ${among(sql`status`, status)}`,
    channel_type === null ? null : sql` and ${among(sql`channel_type`, channel_type)}`,
    conversation_type === null ? null : sql` and ${among(sql`conversation_type`, conversation_type)}`,
  ].reduce<Sql>((all, each) => (each === null ? all : sql`${all}${each}`), sql``)
}

/**
 * Compares a single value with `=`: for a list PostgreSQL's planner expects ten values, and for three lists a thousand
 * combinations.
 */
function among(column: Sql, values: readonly string[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`
}

/** Returns the starts or ends of spans as an array parameter whose value the planner does not look at. */
export function boundsOf(spans: readonly Span[], end: 'from' | 'to'): Sql {
  return genericPlanParam(
    spans.map((span) => bound(span[end])),
    'timestamptz[]',
  )
}

/** Returns the grains of runs as a parameter of the same kind. */
export function grainsOf(runs: readonly Run[]): Sql {
  return genericPlanParam(
    runs.map(({ grain }) => grain),
    'text[]',
  )
}

/** The last instant that a filter can name. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** Formats an instant for PostgreSQL, open ends included. */
export function bound(at: number): string {
  if (at > lastMs) return 'infinity'
  return at === -Infinity ? '-infinity' : new Date(at).toISOString()
}
