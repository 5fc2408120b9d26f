import { channelTypes } from '../base/conversation-kinds.ts'
import { boundsOf, grainsOf } from '../counters/conversation-totals.ts'
import { splitSpan } from '../counters/time-buckets.ts'
import type { Span } from '../counters/time-buckets.ts'
import type { Reader } from '../db/queryable.ts'
import { join, sql, genericPlanParam } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { isCountedIn, isInScope, scopeColumns } from './scope.ts'
import type { Scope } from './scope.ts'
import { spanRows } from './span-rows.ts'

/** Which chats to count: those of one project or of all, on one channel or on all except calls (Rule 57). */
export interface ChatScope extends Scope {
  /** Null for all chats. */
  channel_type: string | null
}

export type ChatKind = 'messages' | 'leads' | 'tickets'

/** How many records of a kind fall into the day or month that begins at an instant. */
export interface ChatCount {
  kind: ChatKind
  /** ISO 8601. */
  at: string
  count: number
}

/** The table of each kind, and the column that says when a record happened. */
const rowsOf: readonly { kind: ChatKind; table: Sql; at: Sql; only: Sql }[] = [
  { kind: 'messages', table: sql`messages`, at: sql`created_at`, only: sql`true` },
  { kind: 'leads', table: sql`channel_identities`, at: sql`first_seen_at`, only: sql`not is_alias` },
  { kind: 'tickets', table: sql`tickets`, at: sql`created_at`, only: sql`true` },
]

/** Sends and tickets of calls are counted beside these. */
const isShownKind = sql`kind in ('messages', 'leads', 'tickets')`

const chatChannels = channelTypes.filter((channel) => channel !== 'voice')

/**
 * Returns the scope as columns of `asked`. Calls are not chats: their rows are left out, and the counters hold none
 * (Rule 65).
 */
function askedColumns(scope: ChatScope): Sql {
  const { channel_type } = scope
  const channels = channel_type === null ? chatChannels : chatChannels.filter((each) => each === channel_type)
  return sql`${scopeColumns(scope)}, ${channels}::text[] as channel_types`
}

/** Returns the counters of the rows `run`: grain, start, stop. */
function countersOf(scope: ChatScope): Sql {
  return sql`
    select kind, bucket, count from chat_counts
    where ${isCountedIn(scope)} and ${isShownKind} and grain = run.grain
      and channel_type = ${genericPlanParam(scope.channel_type ?? '*', 'text')} and bucket >= run.start and bucket < run.stop offset 0`
}

/**
 * Returns the messages, leads and tickets of a span by day, or by month if that is enough. One statement with one
 * plan adds up three parts: the counters, the changes not yet applied to them, and the rows at the span's ends. An
 * instant may occur more than once in the result. Indexes: the primary keys of chat_counts and chat_count_changes;
 * messages_by_creation, channel_identities_by_first_seen, tickets_by_creation.
 */
export async function selectChatCounts(
  db: Reader,
  scope: ChatScope,
  span: Span,
  largest: 'day' | 'month',
): Promise<ChatCount[]> {
  const { buckets, edges, counted } = splitSpan(span, largest)
  const atEnds = rowsOf.map(
    ({ kind, table, at, only }) => sql`
      select ${kind}::text, date_bin('1 day', e.at, '0001-01-01 00:00:00+00'), count(*)
      from asked cross join ${spanRows(edges)} cross join lateral (
        select ${at} as at, channel_type from ${table}
        where ${isInScope} and ${at} >= span.start and ${at} < span.stop and ${only} offset 0) e
      where channel_type = any(asked.channel_types) group by 2`,
  )
  return db.query<ChatCount>(sql`
    with asked as materialized (select ${askedColumns(scope)})
    select kind, at, count from (
      select kind, bucket, count
      from unnest(${grainsOf(buckets)}, ${boundsOf(buckets, 'from')}, ${boundsOf(buckets, 'to')})
        run (grain, start, stop)
      cross join lateral (${countersOf(scope)}) counters
      union all
      select kind, date_bin('1 day', hour, '0001-01-01 00:00:00+00'), sum(count)::bigint
      from asked cross join ${spanRows(counted === null ? [] : [counted])} cross join lateral (
        select kind, hour, count from chat_count_changes
        where ${isInScope} and ${isShownKind} and channel_type = any(asked.channel_types) and hour >= span.start and hour < span.stop
        offset 0) changes
      group by 1, 2
      union all
      ${join(atEnds, sql` union all `)}) p (kind, at, count) where count <> 0`)
}

/**
 * Returns the first and the last day on which anything happened; null if nothing did. Reads the counters of months,
 * and those of the days in the first and last month. Index: the primary keys of chat_counts and chat_count_changes.
 */
export async function selectChatSpan(
  db: Reader,
  scope: ChatScope,
): Promise<{ first: string; last: string } | null> {
  // Counters and changes that add up to zero mean no record, however many changes have been applied.
  const presentBy = (grain: Sql, runs: Sql, inSpan: Sql) => sql`
    select at from (
      select kind, bucket, count from (${runs}) run cross join lateral (${countersOf(scope)}) counters
      union all
      select kind, date_trunc(${grain}, hour, 'UTC'), count from changes where ${inSpan}) c (kind, at, count)
    group by kind, at having sum(count) > 0`
  const [span] = await db.query<{ first: string | null; last: string | null }>(sql`
    with asked as materialized (select ${askedColumns(scope)}), changes as materialized (
      select kind, hour, count from asked cross join lateral (
        select kind, hour, count from chat_count_changes
        where ${isInScope} and ${isShownKind} and channel_type = any(asked.channel_types) offset 0) changes
    ), months as materialized (
      select min(at) as first, max(at) as last from (${presentBy(
        sql`'month'`,
        sql`select 'month' as grain, timestamptz '-infinity' as start, timestamptz 'infinity' as stop`,
        sql`true`,
      )}) m
    )
    select min(at) as first, max(at) as last from (${presentBy(
      sql`'day'`,
      sql`select distinct 'day' as grain, at as start, at + interval '1 month' as stop
        from months, unnest(array[first, last]) at`,
      sql`date_trunc('month', hour, 'UTC') in (select unnest(array[first, last]) from months)`,
    )}) d`)
  const { first = null, last = null } = span ?? {}
  return first === null || last === null ? null : { first, last }
}
