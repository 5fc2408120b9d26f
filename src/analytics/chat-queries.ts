import { coverOf } from '../conversations/span.ts'
import type { Span } from '../conversations/span.ts'
import { bound, bounds } from '../conversations/totals.ts'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { countersOf, projectsOf } from './scope.ts'
import type { Scope } from './scope.ts'

/** Whose chats: of one project or of all, on one channel or on all but the phone (Decision 57). */
export interface ChatScope extends Scope {
  /** Null: all chats. */
  channel_type: string | null
}

export type ChatKind = 'messages' | 'leads' | 'tickets'

/** How many of a kind there were from an instant on, within an hour, day or month. */
export interface ChatCount {
  kind: ChatKind
  /** ISO 8601. */
  at: string
  count: number
}

const chats = sql`array['whatsapp', 'web', 'telegram']`

/** The phone is no chat: its rows are not counted here, and the counters have none of it (Decision 65). */
function channelsOf({ channel_type }: ChatScope): Sql {
  if (channel_type === null) return chats
  return channel_type === 'voice' ? sql`array[]::text[]` : sql`array[${channel_type}]::text[]`
}

/**
 * Messages, leads and tickets of a span, by day, or by month where that is enough: from their counters, which cost the same
 * at any number, from what those have not taken in yet, and from the rows of the span's ends. Indexes: the primary keys of
 * chat_counts and chat_count_changes; messages_by_creation, channel_identities_by_first_seen, tickets_by_creation.
 */
export async function selectChatCounts(
  db: Queryable,
  scope: ChatScope,
  span: Span,
  largest: 'day' | 'month',
): Promise<ChatCount[]> {
  const { organization_id, project_id, channel_type } = scope
  const { buckets, edges, counted } = coverOf(span, largest)
  const mine = sql`organization_id = ${organization_id} and project_id = p.project_id`
  const channels = channelsOf(scope)
  const atEnds = (kind: Sql, table: Sql, at: Sql) => sql`
    select ${kind}, c.at, 1
    from ${projectsOf(scope)}
    cross join unnest(${bounds(edges, 'from')}::timestamptz[], ${bounds(edges, 'to')}::timestamptz[]) e (start, stop)
    cross join lateral (
      select ${at} as at from ${table}
      where ${mine} and channel_type = any(${channels}) and ${at} >= e.start and ${at} < e.stop offset 0) c`
  return db.query<ChatCount>(sql`
    select kind, date_bin('1 day', at, '0001-01-01 00:00:00+00') as at, sum(count)::bigint as count
    from (
      select c.kind, c.bucket as at, c.count
      from unnest(${buckets.map(({ grain }) => grain)}::text[], ${bounds(buckets, 'from')}::timestamptz[],
        ${bounds(buckets, 'to')}::timestamptz[]) s (grain, start, stop)
      cross join (values ('messages'), ('leads'), ('tickets')) k (kind)
      cross join ${countersOf(scope, sql`s.grain`)}
      cross join lateral (
        select kind, bucket, count from chat_counts
        where ${mine} and kind = k.kind and grain = s.grain and channel_type = ${channel_type ?? '*'}
          and bucket >= s.start and bucket < s.stop offset 0) c
      union all
      select kind, hour, count from chat_count_changes
      where organization_id = ${organization_id} and (${project_id}::uuid is null or project_id = ${project_id}::uuid)
        and channel_type = any(${channels}) and hour >= ${bound(counted?.from ?? 0)}::timestamptz
        and hour < ${bound(counted?.to ?? 0)}::timestamptz
      union all ${atEnds(sql`'messages'`, sql`messages`, sql`created_at`)}
      union all ${atEnds(sql`'leads'`, sql`channel_identities`, sql`first_seen_at`)}
      union all ${atEnds(sql`'tickets'`, sql`tickets`, sql`created_at`)}
    ) d
    group by 1, 2 having sum(count) <> 0`)
}

/** When the first and the last of all that is counted was; null where there is nothing. By the same indexes. */
export async function selectChatSpan(
  db: Queryable,
  scope: ChatScope,
): Promise<{ first: string; last: string } | null> {
  const mine = sql`organization_id = ${scope.organization_id} and project_id = p.project_id
    and channel_type = any(${channelsOf(scope)})`
  const ends = (table: Sql, column: Sql) => sql`
    select (select ${column} from ${table} where ${mine} order by ${column} limit 1) as first,
      (select ${column} from ${table} where ${mine} order by ${column} desc limit 1) as last
    from ${projectsOf(scope)}`
  const [span] = await db.query<{ first: string | null; last: string | null }>(sql`
    select min(first) as first, max(last) as last from (
      ${ends(sql`messages`, sql`created_at`)}
      union all ${ends(sql`channel_identities`, sql`first_seen_at`)}
      union all ${ends(sql`tickets`, sql`created_at`)}) e`)
  const { first = null, last = null } = span ?? {}
  return first === null || last === null ? null : { first, last }
}
