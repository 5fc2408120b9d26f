import { coverOf } from '../conversations/span.ts'
import type { Grain, Span } from '../conversations/span.ts'
import type { Queryable } from '../db/database.ts'
import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { bySize, within } from './bucket-conditions.ts'
import { mineOf, ofCounters, ofEachProject } from './scope.ts'
import type { Scope } from './scope.ts'

/** Whose chats: of one project or of all, on one channel or on all but the phone (Decision 57). */
export interface ChatScope extends Scope {
  /** Null: all chats. */
  channel_type: string | null
}

export type ChatKind = 'messages' | 'leads' | 'tickets'

/** How many of a kind there were from an instant on, within a day or month. */
export interface ChatCount {
  kind: ChatKind
  /** ISO 8601. */
  at: string
  count: number
}

/** Where each kind's rows are, and when they happened. */
const rowsOf: readonly { kind: ChatKind; table: Sql; at: Sql }[] = [
  { kind: 'messages', table: sql`messages`, at: sql`created_at` },
  { kind: 'leads', table: sql`channel_identities`, at: sql`first_seen_at` },
  { kind: 'tickets', table: sql`tickets`, at: sql`created_at` },
]

/** The phone is no chat: its rows are not counted here, and the counters have none of it (Decision 65). */
function isOfChannel({ channel_type }: ChatScope): Sql {
  if (channel_type === null) return sql`channel_type in ('whatsapp', 'web', 'telegram')`
  return channel_type === 'voice' ? sql`false` : sql`channel_type = ${channel_type}`
}

function countersOf(scope: ChatScope, grain: Grain, where: Sql): Sql {
  return ofCounters(scope, grain, {
    columns: sql`kind, bucket as at, count`,
    table: sql`chat_counts`,
    where: sql`kind in ('messages', 'leads', 'tickets') and grain = ${grain}
      and channel_type = ${scope.channel_type ?? '*'} and ${where}`,
  })
}

/**
 * Messages, leads and tickets of a span, by day, or by month where that is enough: from their counters, which cost the same
 * at any number, from what those have not taken in yet, and from the rows of the span's ends. An instant may stand more than
 * once. Indexes: the primary keys of chat_counts and chat_count_changes; messages_by_creation,
 * channel_identities_by_first_seen, tickets_by_creation.
 */
export async function selectChatCounts(
  db: Queryable,
  scope: ChatScope,
  span: Span,
  largest: 'day' | 'month',
): Promise<ChatCount[]> {
  const { buckets, edges, counted } = coverOf(span, largest)
  const parts = [
    ...bySize(buckets).map(({ grain, where }) => countersOf(scope, grain, where)),
    ...(counted === null ? [] : [counted]).map(
      (run) => sql`select kind, date_bin('1 day', hour, '0001-01-01 00:00:00+00'), sum(count)::bigint
        from chat_count_changes
        where ${mineOf(scope)} and ${isOfChannel(scope)} and ${within(sql`hour`, run)} group by 1, 2`,
    ),
    ...edges.flatMap((edge) =>
      rowsOf.map(({ kind, table, at }) => {
        const of = ofEachProject(scope, {
          columns: sql`${at} as at`,
          table,
          where: sql`${isOfChannel(scope)} and ${within(at, edge)}`,
        })
        return sql`select ${kind}, min(at), count(*) from (${of}) r having count(*) > 0`
      }),
    ),
  ]
  return db.query<ChatCount>(sql`
    select kind, at, count from (${join(parts, sql` union all `)}) p (kind, at, count) where count <> 0`)
}

/**
 * The first and the last day on which anything is counted; null where there is nothing. From the months' counters, and the
 * days' of the first and the last of them. Index: the primary keys of chat_counts and chat_count_changes.
 */
export async function selectChatSpan(
  db: Queryable,
  scope: ChatScope,
): Promise<{ first: string; last: string } | null> {
  // What is counted and taken away again is nothing, whether the counters have taken in both, one or neither.
  const presentBy = (grain: Sql, counters: Sql, inSpan: Sql) => sql`
    select at from (
      ${counters}
      union all
      select kind, date_trunc(${grain}, hour, 'UTC'), count from changes where ${inSpan}) c
    group by kind, at having sum(count) > 0`
  const [span] = await db.query<{ first: string | null; last: string | null }>(sql`
    with changes as (
      select kind, hour, count from chat_count_changes
      where ${mineOf(scope)} and ${isOfChannel(scope)}
    ), months as (
      select min(at) as first, max(at) as last from (${presentBy(sql`'month'`, countersOf(scope, 'month', sql`true`), sql`true`)}) m
    )
    select min(at) as first, max(at) as last from (${presentBy(
      sql`'day'`,
      sql`select d.* from months cross join lateral (
          ${countersOf(scope, 'day', sql`bucket >= first and bucket < first + interval '1 month'`)}
          union all
          ${countersOf(scope, 'day', sql`last > first and bucket >= last and bucket < last + interval '1 month'`)}) d`,
      sql`date_trunc('month', hour, 'UTC') in (select unnest(array[first, last]) from months)`,
    )}) d`)
  const { first = null, last = null } = span ?? {}
  return first === null || last === null ? null : { first, last }
}
