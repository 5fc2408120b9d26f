import { coverOf } from '../conversations/span.ts'
import type { Span } from '../conversations/span.ts'
import { bound, bounds } from '../conversations/totals.ts'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Whose chats: of one project or of all, on one channel or on all but the phone (Decision 57). */
export interface ChatScope {
  organization_id: string
  /** Null: all. */
  project_id: string | null
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

function projectsOf({ organization_id, project_id }: ChatScope): Sql {
  return sql`(select _id as project_id from projects
    where organization_id = ${organization_id} and (${project_id}::uuid is null or _id = ${project_id}::uuid)) p`
}

const chats = sql`array['whatsapp', 'web', 'telegram']`
const channelsOf = ({ channel_type }: ChatScope): Sql =>
  channel_type === null ? chats : sql`array[${channel_type}]::text[]`

/** The phone is no chat: nothing is counted on it here, whatever there is (Decision 65). */
function chatOf(scope: ChatScope): ChatScope {
  return scope.channel_type === 'voice' ? { ...scope, channel_type: 'none' } : scope
}

/**
 * Messages, leads and tickets of a span, by day, or by month where that is enough: messages from their counters, which cost
 * the same at any number; leads and tickets from an index that has nothing else. Indexes: the primary keys of
 * message_counts and message_count_changes, messages_by_creation, channel_identities_by_first_seen, tickets_by_creation.
 */
export async function selectChatCounts(
  db: Queryable,
  asked: ChatScope,
  span: Span,
  largest: 'day' | 'month',
): Promise<ChatCount[]> {
  const scope = chatOf(asked)
  const { organization_id, channel_type } = scope
  const { buckets, edges, counted } = coverOf(span, largest)
  const mine = sql`organization_id = ${organization_id} and project_id = p.project_id`
  const channels = channelsOf(scope)
  const within = (column: Sql) =>
    sql`${column} >= ${bound(span.from)}::timestamptz and ${column} < ${bound(span.to)}::timestamptz`
  return db.query<ChatCount>(sql`
    select kind, date_trunc(${largest}, at, 'UTC') as at, sum(count)::bigint as count
    from (
      select 'messages' as kind, c.bucket as at, c.messages as count
      from ${projectsOf(scope)}
      cross join unnest(${buckets.map(({ grain }) => grain)}::text[], ${bounds(buckets, 'from')}::timestamptz[],
        ${bounds(buckets, 'to')}::timestamptz[]) s (grain, start, stop)
      cross join lateral (
        select bucket, messages from message_counts
        where ${mine} and grain = s.grain and channel_type = ${channel_type ?? '*'}
          and bucket >= s.start and bucket < s.stop offset 0) c
      union all
      select 'messages', c.hour, c.messages
      from ${projectsOf(scope)}
      cross join lateral (
        select hour, messages from message_count_changes
        where ${mine} and channel_type = any(${channels}) and hour >= ${bound(counted?.from ?? 0)}::timestamptz
          and hour < ${bound(counted?.to ?? 0)}::timestamptz offset 0) c
      union all
      select 'messages', c.created_at, 1
      from ${projectsOf(scope)}
      cross join unnest(${bounds(edges, 'from')}::timestamptz[], ${bounds(edges, 'to')}::timestamptz[]) e (start, stop)
      cross join lateral (
        select created_at from messages
        where ${mine} and channel_type = any(${channels}) and created_at >= e.start and created_at < e.stop offset 0) c
      union all
      select 'leads', c.at, c.count
      from ${projectsOf(scope)}
      cross join lateral (
        select date_trunc(${largest}, first_seen_at, 'UTC') as at, count(*) as count from channel_identities
        where ${mine} and channel_type = any(${channels}) and ${within(sql`first_seen_at`)} group by 1 offset 0) c
      union all
      select 'tickets', c.at, c.count
      from ${projectsOf(scope)}
      cross join lateral (
        select date_trunc(${largest}, created_at, 'UTC') as at, count(*) as count from tickets
        where ${mine} and channel_type = any(${channels}) and ${within(sql`created_at`)} group by 1 offset 0) c
    ) d
    group by 1, 2 having sum(count) <> 0`)
}

/** When the first and the last of all that is counted was; null where there is nothing. By the same indexes. */
export async function selectChatSpan(
  db: Queryable,
  asked: ChatScope,
): Promise<{ first: string; last: string } | null> {
  const scope = chatOf(asked)
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
