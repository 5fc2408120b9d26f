import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { conversationStatuses } from '../conversations/conversation.ts'
import { countedFilter } from '../conversations/counted-filter.ts'
import type { CountedFilter } from '../conversations/counted-filter.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import { coverOf } from '../conversations/span.ts'
import { bound, bounds, kindsOf, levelOf } from '../conversations/totals.ts'
import { filterToSql } from '../filters/to-sql.ts'
import type { Filter } from '../filters/tree.ts'
import { countersOf, projectsOf } from './scope.ts'
import type { Scope } from './scope.ts'

/** Voice conversations of a day and status; `*` stands for all statuses together. */
export interface VoiceDay {
  /** `YYYY-MM-DD`, UTC; empty for what is told of the whole span alone. */
  day: string
  status: string
  conversations: number
  /** How many have a duration, and its sum in seconds. */
  durations: number
  duration_seconds: number
}

/**
 * Voice conversations that a filter takes, by day: from the counters where they tell apart what is asked, else from the
 * rows, with a limit of time. Where no status is asked for, `*` and the two statuses that are told beside it.
 */
export async function selectVoiceDays(db: Db, scope: Scope, filter: Filter): Promise<VoiceDay[]> {
  const counted = countedFilter(filter)
  return counted === null ? selectRawDays(db, scope, filter) : selectCountedDays(db, scope, counted)
}

/** Told beside all of them where no status is asked for: only in sum, never by day. */
const toldStatuses = ['completed', 'live']

/** To bin is cheaper than to truncate, which looks a time zone up for each row. */
const dayOf = (at: Sql) => sql`date_bin('1 day', ${at}, '0001-01-01 00:00:00+00')`
const dayText = sql`coalesce(to_char(day at time zone 'UTC', 'YYYY-MM-DD'), '') as day`
/** In floating point, which is exact for whole numbers and adds up in a fraction of the time of numeric. */
const sumOf = (column: Sql) => sql`sum(${column}::double precision)`

/** Indexes: the counters' primary keys; conversations_by_start, for each project. */
async function selectCountedDays(db: Db, scope: Scope, filter: CountedFilter): Promise<VoiceDay[]> {
  const { organization_id, project_id } = scope
  if (filter.channel_type !== null && !filter.channel_type.includes('voice')) return []
  const asked = { ...filter, channel_type: ['voice'] }
  // By type there are no counters of all statuses; without, the two that are told beside all of them.
  const isInAll = asked.status === null && asked.conversation_type === null
  const statuses = isInAll ? ['*', ...toldStatuses] : (asked.status ?? conversationStatuses)
  const level = levelOf({ ...asked, status: statuses })
  const kinds = kindsOf(asked)
  const { buckets, edges, counted } = coverOf(filter.span, 'day')
  const scans = [
    ...(isInAll ? ['*'] : statuses).flatMap((status) => buckets.map((bucket) => ({ ...bucket, status }))),
    // A few buckets in place of two for each day.
    ...(isInAll ? toldStatuses : []).flatMap((status) =>
      coverOf(filter.span).buckets.map((bucket) => ({ ...bucket, status })),
    ),
  ]
  const mine = sql`organization_id = ${organization_id} and project_id = p.project_id`
  const told = isInAll ? sql`, lateral (values ('*'), (c.status)) t (status)` : sql``
  const status = isInAll ? sql`t.status` : sql`c.status`
  const day = isInAll ? sql`case when status = '*' then ${dayOf(sql`at`)} end` : dayOf(sql`at`)
  return db.query<VoiceDay>(sql`
    select ${dayText}, status, conversations, durations, duration_seconds
    from (
      select ${day} as day, status, ${sumOf(sql`conversations`)} as conversations,
        ${sumOf(sql`durations`)} as durations, ${sumOf(sql`duration_seconds`)} as duration_seconds
      from (
        select c.bucket as at, c.status, c.conversations, c.durations, c.duration_seconds
        from unnest(${scans.map(({ grain }) => grain)}::text[], ${bounds(scans, 'from')}::timestamptz[],
          ${bounds(scans, 'to')}::timestamptz[], ${scans.map((scan) => scan.status)}::text[])
          s (grain, start, stop, status)
        cross join ${countersOf(scope, sql`s.grain`)}
        cross join lateral (
          select bucket, status, conversations, durations, duration_seconds from conversation_counts
          where ${mine} and grain = s.grain and bucket >= s.start and bucket < s.stop and ${level}
            and status = s.status offset 0) c
        union all
        select c.hour, ${status}, c.conversations, c.durations, c.duration_seconds
        from (
          select hour, status, conversations, durations, duration_seconds from conversation_count_changes
          where organization_id = ${organization_id} and (${project_id}::uuid is null or project_id = ${project_id}::uuid)
            ${kinds} and hour >= ${bound(counted?.from ?? 0)}::timestamptz
            and hour < ${bound(counted?.to ?? 0)}::timestamptz) c ${told}
        union all
        select c.start_time, ${status}, 1, (c.duration_seconds is not null)::integer,
          coalesce(c.duration_seconds::numeric, 0)
        from ${projectsOf(scope)}
        cross join unnest(${bounds(edges, 'from')}::timestamptz[], ${bounds(edges, 'to')}::timestamptz[]) e (start, stop)
        cross join lateral (
          select start_time, status, duration_seconds from conversations
          where ${mine} ${kinds} and start_time >= e.start and start_time < e.stop offset 0) c ${told}
      ) parts
      where status = any(${statuses}::text[])
      group by 1, 2) d
    where conversations <> 0`)
}

/** Index: conversations_by_start, or what the filter finds. The statistics conversations_days tell how few the groups are. */
async function selectRawDays(db: Db, scope: Scope, filter: Filter): Promise<VoiceDay[]> {
  const { organization_id, project_id } = scope
  const ofProject = project_id === null ? sql`` : sql`and c.project_id = ${project_id}`
  const days = await db.limited.query<Omit<VoiceDay, 'status'> & { completed: number; live: number }>(sql`
    select ${dayText}, conversations, completed, live, durations, duration_seconds
    from (
      select ${dayOf(sql`start_time`)} as day, count(*) as conversations,
        count(*) filter (where c.status = 'completed') as completed, count(*) filter (where c.status = 'live') as live,
        count(duration_seconds) as durations, coalesce(sum(duration_seconds), 0) as duration_seconds
      from conversations c
      where c.organization_id = ${organization_id} ${ofProject} and c.channel_type = 'voice'
        and ${filterToSql(filter, conversationFields)}
      group by 1) d`)
  const told = { durations: 0, duration_seconds: 0 }
  return days.flatMap(({ completed, live, ...all }) => [
    { ...all, status: '*' },
    { ...told, day: all.day, status: 'completed', conversations: completed },
    { ...told, day: all.day, status: 'live', conversations: live },
  ])
}
