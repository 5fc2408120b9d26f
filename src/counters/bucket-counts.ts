import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** The project id under which an organization's counters for all its projects together are stored. */
export const allProjects = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The most changes applied in one statement. However many changes fall into one hour, they make the same hundred
 * writes: a change costs PostgreSQL 4 µs in a batch of 2,000 and 3 µs in one of 20,000.
 */
const changesMax = 20_000

const eachAndAllProjects = sql`
    cross join lateral (values (c.project_id), (${allProjects})) p (project_id)`

/** The start of the bucket of `grain` that `hour` lies in. */
const bucket = sql`
    case grain when 'hour' then hour when 'all' then '-infinity' else date_trunc(grain, hour, 'UTC') end`

/**
 * Returns counter rows for `counted`: organization_id, project_id, hour, channel_type, conversation_type, status,
 * conversations, durations, duration_seconds. Each row goes into one bucket of each grain, at six levels: by channel,
 * type and status; by channel and type; by channel and status; by channel; by status; and in all. It does so twice, for
 * its project and for all projects of the organization.
 */
export function inAllBuckets(counted: Sql): Sql {
  return sql`
    select organization_id, p.project_id, grain, channel_type, conversation_type, status, ${bucket} as bucket,
      sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
    from (
      -- Group by hour first: the grains then multiply these groups, not every counted row.
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
 * Returns counter rows of campaigns for `counted`: the columns above, and campaign_id. Phone conversations of a
 * campaign go into one bucket of each grain, by status and in all. Those without a campaign are what the others leave
 * of the project's counters.
 */
export function inCampaignBuckets(counted: Sql): Sql {
  return sql`
    select organization_id, project_id, grain, l.status, ${bucket} as bucket, campaign_id,
      sum(conversations) as conversations,
      coalesce(sum(conversations) filter (where c.status in ('completed', 'live')), 0) as answered,
      sum(durations) as durations, sum(duration_seconds) as duration_seconds
    from ${counted} c
    cross join lateral (values (c.status), ('*')) l (status)
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    where campaign_id is not null and channel_type = 'voice'
    group by organization_id, project_id, grain, l.status, ${bucket}, campaign_id`
}

/** Now, if there are changes that have not been applied. */
export const dueWhileChangesWait = (now: Date) => sql`(
  select ${now}::timestamptz where exists (select from conversation_count_changes where is_here(organization_id))
    or exists (select from chat_count_changes where is_here(organization_id))
    or exists (select from row_count_changes where is_here(organization_id)))`

/**
 * Applies changes to the counters of all tenants. Returns how many. Several workers may run this at once: changes that
 * another worker has locked are skipped, and counters are locked in one order. Changes are never updated, so that they
 * can be deleted by their physical place (ctid), without an index.
 */
export async function applyCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.write<{ taken: number }>(sql`
    with taken as (
      delete from conversation_count_changes c
      where ctid = any(array(
        select ctid from conversation_count_changes where is_here(organization_id) limit ${changesMax} for update skip locked))
      returning c.*
    ), summed as (
      -- Group first: most statuses of a call come and go within a batch and add up to zero, so that few rows are left
      -- for the buckets.
      select organization_id, project_id, hour, channel_type, conversation_type, status, campaign_id,
        sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds
      from taken group by 1, 2, 3, 4, 5, 6, 7
      having sum(conversations) <> 0 or sum(durations) <> 0 or sum(duration_seconds) <> 0
    ), by_campaign as (
      insert into campaign_counts as n (organization_id, project_id, grain, status, bucket, campaign_id, conversations,
        answered, durations, duration_seconds)
      select * from (${inCampaignBuckets(sql`summed`)}) b
      order by organization_id, project_id, grain, status, bucket, campaign_id
      on conflict (organization_id, project_id, grain, status, bucket, campaign_id) do update set
        conversations = n.conversations + excluded.conversations, answered = n.answered + excluded.answered,
        durations = n.durations + excluded.durations, duration_seconds = n.duration_seconds + excluded.duration_seconds
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
 * Returns counter rows of chats for `counted`: organization_id, project_id, kind, part, hour, channel_type, count. A
 * row with a part counts for its kind and for `kind:part`.
 */
export function chatsInAllBuckets(counted: Sql): Sql {
  return sql`
    select organization_id, p.project_id, k.kind, grain, l.channel_type,
      ${bucket} as bucket, sum(count) as count
    from ${counted} c
    cross join lateral (
      select c.kind union all select c.kind || ':' || part where part is not null) k (kind)
    cross join (values ('hour'), ('day'), ('month'), ('all')) grains (grain)
    cross join lateral (values (c.channel_type), ('*')) l (channel_type)
    ${eachAndAllProjects}
    group by organization_id, p.project_id, k.kind, grain, l.channel_type, ${bucket}`
}

/** Applies changes to the counters of messages, leads and tickets. Returns how many. */
export async function applyChatCountChanges(db: Queryable): Promise<number> {
  const [row] = await db.write<{ taken: number }>(sql`
    with taken as (
      delete from chat_count_changes c
      where ctid = any(array(
        select ctid from chat_count_changes where is_here(organization_id) limit ${changesMax} for update skip locked))
      returning c.*
    ), summed as (
      select organization_id, project_id, kind, part, hour, channel_type, sum(count) as count
      from taken group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
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
 * Frees the space of applied changes for new ones. Otherwise a reader walks over every change applied since the last
 * vacuum, at 0.1 µs each. Autovacuum runs once a minute, in which a busy service writes a third of a million changes. A
 * vacuum makes every statement on these tables plan again.
 */
export async function vacuumCountChanges(db: Db): Promise<void> {
  const client = await db.connect()
  try {
    // Without `truncate false`, it would wait for a moment without writers to shorten the file.
    await client.query(
      'vacuum (skip_locked, truncate false) conversation_count_changes, chat_count_changes, row_count_changes',
    )
  } finally {
    await client.end()
  }
}
