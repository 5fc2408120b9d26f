import { chatsInAllBuckets, inAllBuckets, inCampaignBuckets } from '../../counters/bucket-counts.ts'
import { durationsByDay } from '../../counters/seal-callers.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/**
 * Lets the other statements of the session leave out organizations that are not here: temporary views, which PostgreSQL
 * finds before the tables, have the names of all tables with an organization's rows. Statements that write go through
 * them, too.
 */
export const leaveOutMoved = sql`
  do $$
  declare
    moved uuid[] := array(select organization_id from organization_moves where is_hidden);
    table_name text;
  begin
    if moved = '{}' then
      return;
    end if;
    for table_name in
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('organization_moves', 'move_changes')
    loop
      execute format('create temporary view %1$I as select * from public.%1$I where organization_id <> all (%2$L::uuid[])',
        table_name, moved);
    end loop;
  end $$`

const kinds = sql`organization_id, project_id, channel_type, conversation_type, status`
const sums = sql`sum(conversations) as conversations, sum(durations) as durations, sum(duration_seconds) as duration_seconds`

/** The conversations' rows in the form of the counters. */
const counted = sql`
  select ${kinds}, date_trunc('hour', start_time, 'UTC') as hour, count(*) as conversations,
    count(duration_seconds) as durations, coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
  from conversations group by ${kinds}, hour`

/**
 * Counts the counters of a grain that differ from the rows, with the changes that have not been applied yet. It is one
 * statement, so that all rows are read at one moment.
 */
export function bucketsThatDiffer(grain: Sql): Sql {
  const buckets = sql`organization_id, project_id, grain, channel_type, conversation_type, status, bucket`
  return sql`
    select count(*) as differ
    from (select * from (${inAllBuckets(sql`(${counted})`)}) b where grain = ${grain}) r
    full join (
      select ${buckets}, ${sums}
      from (
        select ${buckets}, conversations, durations, duration_seconds from conversation_counts where grain = ${grain}
        union all
        select ${buckets}, conversations, durations, duration_seconds
        from (${inAllBuckets(sql`conversation_count_changes`)}) b where grain = ${grain}) k
      group by ${buckets} having sum(conversations) <> 0 or sum(durations) <> 0 or sum(duration_seconds) <> 0) k
      using (${buckets})
    where (r.conversations, r.durations, r.duration_seconds)
      is distinct from (k.conversations, k.durations, k.duration_seconds)`
}

/** The phone conversations of campaigns in the form of their counters. */
const countedByCampaign = sql`
  select ${kinds}, campaign_id, date_trunc('hour', start_time, 'UTC') as hour, count(*) as conversations,
    count(duration_seconds) as durations, coalesce(sum(duration_seconds::numeric), 0) as duration_seconds
  from conversations where channel_type = 'voice' and campaign_id is not null group by ${kinds}, campaign_id, hour`

const campaignBuckets = sql`organization_id, project_id, grain, status, bucket, campaign_id`
const campaignSums = sql`sum(conversations) as conversations, sum(answered) as answered, sum(durations) as durations,
        sum(duration_seconds) as duration_seconds`

/** Counts the counters of campaigns that differ from the rows, with the changes that have not been applied yet. */
export const campaignCountersThatDiffer = sql`
  select count(*) as differ
  from (${inCampaignBuckets(sql`(${countedByCampaign})`)}) r
  full join (
    select ${campaignBuckets}, ${campaignSums}
    from (
      select ${campaignBuckets}, conversations, answered, durations, duration_seconds from campaign_counts
      union all
      select ${campaignBuckets}, conversations, answered, durations, duration_seconds
      from (${inCampaignBuckets(sql`conversation_count_changes`)}) b) k
    group by ${campaignBuckets}
    having sum(conversations) <> 0 or sum(answered) <> 0 or sum(durations) <> 0 or sum(duration_seconds) <> 0) k
    using (${campaignBuckets})
  where (r.conversations, r.answered, r.durations, r.duration_seconds)
    is distinct from (k.conversations, k.answered, k.durations, k.duration_seconds)`

const countedRows = (
  kind: Sql,
  table: Sql,
  at: Sql,
  { only = sql`channel_type <> 'voice'`, part = sql`null::text` } = {},
) => sql`
  select organization_id, project_id, ${kind} as kind, ${part} as part, channel_type,
    date_trunc('hour', ${at}, 'UTC') as hour, count(*) as count
  from ${table} where ${only} group by 1, 2, 3, 4, 5, 6`

/** The rows of messages, leads, tickets and sends in the form of their counters. */
const countedChats = sql`
  ${countedRows(sql`'messages'`, sql`messages`, sql`created_at`, { part: sql`direction` })}
  union all ${countedRows(sql`'leads'`, sql`channel_identities`, sql`first_seen_at`, {
    only: sql`channel_type <> 'voice' and not is_alias`,
  })}
  union all ${countedRows(sql`'tickets'`, sql`tickets`, sql`created_at`)}
  union all ${countedRows(sql`'call_tickets'`, sql`tickets`, sql`created_at`, { only: sql`channel_type = 'voice'` })}
  union all ${countedRows(
    sql`'sends'`,
    sql`(select *, 'whatsapp' as channel_type from whatsapp_messages) w`,
    sql`created_at`,
    { only: sql`true`, part: sql`status` },
  )}`

const chatBuckets = sql`organization_id, project_id, kind, grain, channel_type, bucket`

/**
 * Counts the counters of messages, leads and tickets that differ from the rows, with the changes that have not been
 * applied yet.
 */
export const chatCountersThatDiffer = sql`
  select count(*) as differ
  from (${chatsInAllBuckets(sql`(${countedChats})`)}) r
  full join (
    select ${chatBuckets}, sum(count) as count
    from (
      select ${chatBuckets}, count from chat_counts
      union all
      select ${chatBuckets}, count from (${chatsInAllBuckets(sql`chat_count_changes`)}) b) k
    group by ${chatBuckets} having sum(count) <> 0) k
    using (${chatBuckets})
  where r.count is distinct from k.count`

const callers = sql`select organization_id, project_id, caller, count(*) as conversations from conversations group by 1, 2, 3`

export const callersThatDiffer = sql`
  select count(*) as differ
  from (${callers}) r
  full join (select * from conversation_callers where conversations <> 0) k using (organization_id, project_id, caller)
  where r.conversations is distinct from k.conversations`

const dayOf = (at: Sql) => sql`date_bin('1 day', ${at}, '2000-01-01 00:00:00+00')`
const monthOf = (at: Sql) => sql`date_trunc('month', ${at}, 'UTC')`

/**
 * Counts the sealed days or months, by status and for any status (`*`), whose bitmaps have another number of callers
 * than the rows, but for changed days.
 */
export function callerBitmapsThatDiffer(grain: 'day' | 'month'): Sql {
  const bucketOf = grain === 'day' ? dayOf : monthOf
  const length = sql`${`1 ${grain}`}::interval`
  return sql`
    select count(*) as differ
    from (
      select organization_id, project_id, bucket, coalesce(status, '*') as status, count(distinct caller) as callers
      from (
        select organization_id, project_id, ${bucketOf(sql`c.start_time`)} as bucket, c.status, c.caller, s.sealed_before
        from conversations c join caller_bitmap_states s using (organization_id, project_id)) c
      where bucket + ${length} <= sealed_before
      group by organization_id, project_id, bucket, grouping sets ((status), ())) r
    full join (
      select b.organization_id, b.project_id, b.bucket, b.status, sum(bit_count(b.bits))::bigint as callers
      from caller_bitmaps b join caller_bitmap_states s using (organization_id, project_id)
      where b.grain = ${grain} and b.bucket + ${length} <= s.sealed_before group by 1, 2, 3, 4) k
      using (organization_id, project_id, bucket, status)
    where r.callers is distinct from k.callers
      and (organization_id, project_id, bucket) not in (
        select organization_id, project_id, ${bucketOf(sql`day`)} from caller_stale_days)`
}

/** Counts the sealed days and statuses whose kept durations differ from those of the calls, but for changed days. */
export const callDurationsThatDiffer = sql`
  select count(*) as differ
  from (${durationsByDay(sql`exists (
    select from caller_bitmap_states s
    where s.organization_id = c.organization_id and s.project_id = c.project_id and c.start_time < s.sealed_before)`)}) r
  full join (
    select d.* from call_durations d join caller_bitmap_states s using (organization_id, project_id)
    where d.day < s.sealed_before) k
    using (organization_id, project_id, day, status)
  where (r.seconds, r.calls::integer[], r.sums) is distinct from (k.seconds, k.calls, k.sums)
    and (organization_id, project_id, day) not in (select organization_id, project_id, day from caller_stale_days)`

const linked = sql`
  select p.organization_id, p._id, count(c._id) as conversations,
    count(c._id) filter (where c.channel_type = 'voice') as calls
  from profiles p left join conversations c on c.organization_id = p.organization_id and c.profile_id = p._id
  group by p.organization_id, p._id`

export const profilesThatDiffer = sql`
  select count(*) as differ from profiles p join (${linked}) r using (organization_id, _id)
  where (p.conversation_count, p.call_count) is distinct from (r.conversations, r.calls)`

const held = sql`
  select organization_id, project_id, 'profiles' as kind, count(*) as rows from profiles group by 1, 2
  union all
  select organization_id, project_id, 'callers', count(distinct caller) from conversations group by 1, 2`

/** Counts the projects whose number of profiles or callers differs from the kept number. */
export const projectsThatDiffer = sql`
  select count(distinct (organization_id, project_id)) as differ from (${held}) r
  full join (
    select organization_id, project_id, kind, sum(rows) as rows
    from (
      select organization_id, project_id, kind, rows from row_counts
      union all select organization_id, project_id, kind, rows from row_count_changes) k
    group by 1, 2, 3 having sum(rows) <> 0) k using (organization_id, project_id, kind)
  where r.rows is distinct from k.rows`

/** The entries that the ledger of sends must have for each message, according to the message's own row. */
const owed = sql`
  select organization_id, _id as message_id, 'reserved' as kind, created_at as at from whatsapp_messages
  union all
  select organization_id, _id, quota, status_since from whatsapp_messages where quota <> 'reserved'`

/** Counts the messages whose ledger entries differ from their row. */
export const ledgersThatDiffer = sql`
  select count(distinct (organization_id, message_id)) as differ
  from (${owed}) r
  full join whatsapp_quota_entries e using (organization_id, message_id, kind)
  where r.at is null or e.created_at is null`

/** The balance of each organization according to its messages. */
const spent = sql`
  select organization_id, count(*) filter (where quota = 'reserved') as reserved,
    count(*) filter (where quota = 'consumed') as consumed
  from whatsapp_messages group by organization_id`

/** Counts the organizations whose balance of sends differs from their ledger, or from their messages. */
export const quotasThatDiffer = sql`
  with ledger as (
    select organization_id, count(*) filter (where kind = 'reserved') - count(*) filter (where kind <> 'reserved') as reserved,
      count(*) filter (where kind = 'consumed') as consumed
    from whatsapp_quota_entries group by organization_id)
  select count(*) as differ
  from (${spent}) r
  full join ledger l using (organization_id)
  full join (select * from whatsapp_quotas where reserved <> 0 or consumed <> 0) k using (organization_id)
  where (coalesce(r.reserved, 0), coalesce(r.consumed, 0))
      is distinct from (coalesce(k.reserved, 0), coalesce(k.consumed, 0))
    or (coalesce(l.reserved, 0), coalesce(l.consumed, 0))
      is distinct from (coalesce(k.reserved, 0), coalesce(k.consumed, 0))`

const messagesOfBroadcasts = sql`
  select organization_id, project_id, broadcast_id, status, quota, coalesce(error_code, '') as error_code, count(*) as messages
  from whatsapp_messages group by 1, 2, 3, 4, 5, 6`

/** Counts the kept counts of broadcasts that differ from their messages. */
export const broadcastsThatDiffer = sql`
  with kept as (
    select organization_id, project_id, broadcast_id, status, quota, error_code, sum(messages) as messages from (
      select organization_id, project_id, broadcast_id, status, quota, error_code, messages from broadcast_counts
      union all
      select organization_id, project_id, broadcast_id, status, quota, error_code, messages from broadcast_count_changes) c
    group by 1, 2, 3, 4, 5, 6 having sum(messages) <> 0)
  select count(*) as differ from (${messagesOfBroadcasts}) r
  full join kept k using (organization_id, project_id, broadcast_id, status, quota, error_code)
  where r.messages is distinct from k.messages`

/**
 * Sets the ledger and the balances to what the messages' rows say, since callers are shown the rows. The balances must
 * be locked: every change of a reservation changes a balance in the same transaction.
 */
export const recountSends: readonly Sql[] = [
  sql`
    delete from whatsapp_quota_entries e where kind <> 'reserved' and not exists (
      select from whatsapp_messages m
      where m.organization_id = e.organization_id and m._id = e.message_id and m.quota = e.kind)`,
  sql`
    insert into whatsapp_quota_entries (organization_id, message_id, kind, created_at)
    select organization_id, message_id, kind, at from (${owed}) r on conflict do nothing`,
  sql`
    update whatsapp_quotas k set reserved = 0, consumed = 0
    where not exists (select from whatsapp_messages m where m.organization_id = k.organization_id)`,
  sql`
    insert into whatsapp_quotas as k (organization_id, reserved, consumed) ${spent}
    on conflict (organization_id) do update set reserved = excluded.reserved, consumed = excluded.consumed
      where (k.reserved, k.consumed) is distinct from (excluded.reserved, excluded.consumed)`,
  sql`delete from broadcast_count_changes`,
  sql`delete from broadcast_counts`,
  sql`
    insert into broadcast_counts (organization_id, project_id, broadcast_id, status, quota, error_code, messages)
    ${messagesOfBroadcasts}`,
]

/** Locks out sends; reads go on. In the order in which a send takes them. */
export const lockSends: readonly Sql[] = [
  sql`
    lock table whatsapp_messages, broadcast_count_changes, broadcast_counts, whatsapp_quotas in share row exclusive mode`,
]

const indexed = sql`
  select p.organization_id, p.source_id, count(*) as pages, count(*) filter (where s.source_type <> 'files') as links
  from source_pages p join sources s on s.organization_id = p.organization_id and s._id = p.source_id
  group by p.organization_id, p.source_id`

/** Counts the sources whose page count differs from their pages. */
export const sourcesThatDiffer = sql`
  select count(*) as differ from sources s left join (${indexed}) r
    on r.organization_id = s.organization_id and r.source_id = s._id
  where s.page_count <> coalesce(r.pages, 0)`

const links = sql`
  select organization_id, sum(links)::integer as links from (${indexed}) i group by organization_id having sum(links) > 0`

/** Counts the organizations whose kept number of indexed links differs from their pages. */
export const linksThatDiffer = sql`
  select count(*) as differ
  from (${links}) r
  full join (select * from organization_links where indexed <> 0) k using (organization_id)
  where r.links is distinct from k.indexed`

export const recountPages: readonly Sql[] = [
  sql`
    update sources s set page_count = (
      select count(*) from source_pages p where p.organization_id = s.organization_id and p.source_id = s._id)`,
  sql`delete from organization_links`,
  sql`insert into organization_links (organization_id, indexed) ${links}`,
]

/**
 * Locks out crawls; reads go on. A transaction that stores a page locks the row of its source first. A weaker lock
 * would let it, and the two would wait for each other.
 */
export const lockPages: readonly Sql[] = [
  sql`lock table sources in exclusive mode`,
  sql`lock table source_pages, organization_links in share row exclusive mode`,
]

/** Sets all counts to what the rows say. The tables must be locked against writers. */
export const recountAll: readonly Sql[] = [
  sql`delete from conversation_count_changes`,
  sql`delete from conversation_counts`,
  sql`
    insert into conversation_counts (organization_id, project_id, grain, channel_type, conversation_type, status, bucket,
      conversations, durations, duration_seconds)
    ${inAllBuckets(sql`(${counted})`)}`,
  sql`delete from campaign_counts`,
  sql`
    insert into campaign_counts (organization_id, project_id, grain, status, bucket, campaign_id, conversations, answered,
      durations, duration_seconds)
    ${inCampaignBuckets(sql`(${countedByCampaign})`)}`,
  sql`delete from chat_count_changes`,
  sql`delete from chat_counts`,
  sql`
    insert into chat_counts (organization_id, project_id, kind, grain, channel_type, bucket, count)
    ${chatsInAllBuckets(sql`(${countedChats})`)}`,
  sql`delete from conversation_callers`,
  sql`insert into conversation_callers (organization_id, project_id, caller, conversations) ${callers}`,
  // Callers have lost their numbers: all days are sealed anew.
  sql`delete from caller_bitmaps`,
  sql`delete from call_durations`,
  sql`update caller_bitmap_states set sealed_before = '-infinity', next_number = 0`,
  sql`
    update profiles p set conversation_count = r.conversations, call_count = r.calls, chat_count = r.conversations - r.calls
    from (${linked}) r
    where p.organization_id = r.organization_id and p._id = r._id
      and (p.conversation_count, p.call_count) is distinct from (r.conversations, r.calls)`,
  sql`delete from row_count_changes`,
  sql`delete from row_counts`,
  sql`insert into row_counts (organization_id, project_id, kind, rows) ${held}`,
]

/**
 * Locks out writers; reads go on. A run that seals days locks the row of a project before it numbers callers. A weaker
 * lock would let it, and the two would wait for each other. An import writes conversations before both.
 */
export const lockCounted: readonly Sql[] = [
  sql`
    lock table whatsapp_messages, conversations, messages, channel_identities, tickets, conversation_count_changes,
      conversation_counts, campaign_counts, chat_count_changes, chat_counts in share row exclusive mode`,
  sql`lock table caller_bitmap_states in exclusive mode`,
  sql`
    lock table conversation_callers, caller_bitmaps, profiles, row_counts, row_count_changes in share row exclusive mode`,
]
