import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** The project of the counters of all projects of an organization together. */
export const allProjects = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * Changes taken in at once. Those of one hour make the same hundred writes at any number: a change costs PostgreSQL 4 µs among
 * 2,000 of them and 3 among 20,000.
 */
const changesMost = 20_000

const eachAndAllProjects = sql`
    cross join lateral (values (c.project_id), (${allProjects})) p (project_id)`

/** The start of the bucket of `grain` that `hour` lies in. */
const bucket = sql`
    case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end`

/**
 * Rows in the counters' form, of `counted`: organization_id, project_id, hour, channel_type, conversation_type, status,
 * conversations, durations, duration_seconds. Each goes into a bucket of each grain: by channel, type and status, by
 * channel and type, by channel and status, by channel, by status, and in all; for its project, and for all together.
 */
export function inAllBuckets(counted: Sql): Sql {
  return sql`
    select organization_id, p.project_id, grain, channel_type, conversation_type, status, ${bucket} as bucket,
      sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
    from (
      -- By the hour first: a grain more is a row more for each of these, not for each that is counted.
      select organization_id, project_id, hour, l.channel_type, l.conversation_type, l.status,
        sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
      from ${counted} c
      cross join lateral (values (c.channel_type, c.conversation_type, c.status), (c.channel_type, c.conversation_type, '*'),
          (c.channel_type, '*', c.status), (c.channel_type, '*', '*'), ('*', '*', c.status), ('*', '*', '*'))
        l (channel_type, conversation_type, status)
      group by organization_id, project_id, hour, l.channel_type, l.conversation_type, l.status) c
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    ${eachAndAllProjects}
    group by organization_id, p.project_id, grain, channel_type, conversation_type, status, ${bucket}`
}

/**
 * Takes changes into the counters, over all tenants; answers how many. Any number of workers may do so at once: a change
 * that another has in hand is passed over, and the counters are locked in one order. Changes are never updated, so that they
 * can be taken by the place where they were found, without an index.
 */
export async function applyCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.query<{ taken: number }>(sql`
    with taken as (
      delete from conversation_count_changes c
      where ctid = any(array(select ctid from conversation_count_changes limit ${changesMost} for update skip locked))
      returning c.*
    ), summed as (
      -- First: what came and went again, as most statuses of a call, is nothing, and the rest is few rows to put into buckets.
      select organization_id, project_id, hour, channel_type, conversation_type, status,
        sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
      from taken group by 1, 2, 3, 4, 5, 6
      having sum(conversations) <> 0 or sum(durations) <> 0 or sum(duration_seconds) <> 0
    ), counted as (
      insert into conversation_counts as n (organization_id, project_id, grain, channel_type, conversation_type, status,
        bucket, conversations, durations, duration_seconds)
      select * from (${inAllBuckets(sql`summed`)}) b
      order by organization_id, project_id, grain, channel_type, conversation_type, status, bucket
      on conflict (organization_id, project_id, grain, channel_type, conversation_type, status, bucket) do update set
        conversations = n.conversations + excluded.conversations, durations = n.durations + excluded.durations,
        duration_seconds = n.duration_seconds + excluded.duration_seconds
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}

/**
 * The same for chats, of `counted`: organization_id, project_id, kind, hour, channel_type, count. The phone is no chat, and
 * not among them.
 */
export function chatsInAllBuckets(counted: Sql): Sql {
  return sql`
    select organization_id, p.project_id, kind, grain, l.channel_type,
      ${bucket} as bucket, sum(count) as count
    from ${counted} c
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    cross join lateral (values (c.channel_type), ('*')) l (channel_type)
    ${eachAndAllProjects}
    group by organization_id, p.project_id, kind, grain, l.channel_type, ${bucket}`
}

/** Takes changes of messages, leads and tickets into their counters; answers how many. */
export async function applyChatCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.query<{ taken: number }>(sql`
    with taken as (
      delete from chat_count_changes c
      where ctid = any(array(select ctid from chat_count_changes limit ${changesMost} for update skip locked))
      returning c.*
    ), summed as (
      select organization_id, project_id, kind, hour, channel_type, sum(count) as count
      from taken group by 1, 2, 3, 4, 5 having sum(count) <> 0
    ), counted as (
      insert into chat_counts as n (organization_id, project_id, kind, grain, channel_type, bucket, count)
      select * from (${chatsInAllBuckets(sql`summed`)}) b
      order by organization_id, project_id, kind, grain, channel_type, bucket
      on conflict (organization_id, project_id, kind, grain, channel_type, bucket) do update
        set count = n.count + excluded.count
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}

/**
 * Gives the places of changes that were taken in to new ones. A reader walks over all that were ever taken since, 0.1 µs each;
 * PostgreSQL does this by itself once a minute, which is a third of a million of them where many calls are written. It makes
 * all who name the tables plan anew.
 */
export async function vacuumCountChanges(db: Db): Promise<void> {
  const client = await db.connect()
  try {
    // To give the end of a file back, it would wait for a moment in which nobody writes.
    await client.query(
      'vacuum (skip_locked, truncate false) conversation_count_changes, chat_count_changes, row_count_changes',
    )
  } finally {
    await client.end()
  }
}
