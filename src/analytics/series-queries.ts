import { channelTypes, conversationStatuses } from '../base/conversation-kinds.ts'
import { boundsOf } from '../counters/conversation-totals.ts'
import { splitSpan } from '../counters/time-buckets.ts'
import type { Span } from '../counters/time-buckets.ts'
import type { Reader } from '../db/queryable.ts'
import { genericPlanParam, join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { piecesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'

export interface ProjectScope {
  organization_id: string
  project_id: string
}

export const voiceSplits = ['campaign', 'outcome'] as const
export type VoiceSplit = (typeof voiceSplits)[number]
export const chatSplits = ['channel', 'status'] as const
export type ChatSplit = (typeof chatSplits)[number]

/** What a bucket of the series counts; `key` is null for all of it, else one part. */
export interface VoiceCount {
  bucket: number
  key: string | null
  calls: number
  answered: number
  talk_seconds: number
}

export interface VoiceQuestion {
  scope: ProjectScope
  /** Null for all calls of the project, those without a campaign included. */
  campaign_id: string | null
  split: VoiceSplit | null
  /** With a split by campaign: the campaigns to show. */
  campaignIds: readonly string[]
  spans: readonly Span[]
  /** How many of the spans are split; the others come after them. */
  splitSpans: number
}

const mineOf = ({ organization_id, project_id }: ProjectScope) => sql`
  organization_id = ${genericPlanParam(organization_id, 'uuid')} and project_id = ${genericPlanParam(project_id, 'uuid')}`

const texts = (values: readonly string[]) => genericPlanParam(values, 'text[]')

/**
 * Returns the CTEs that say what to count: `pieces` (of the counters) and `ends` (counted from rows).
 * Each has the bucket of the series that it adds to, and the one that it is taken from. `counted_span` holds all
 * pieces, whose changes may not have been applied yet.
 */
function countedSpans(spans: readonly Span[], splitSpans: number): Sql {
  const pieces = piecesOf(spans)
  const whole = pieces.filter(({ grain }) => grain !== 'rows')
  const ends = pieces.filter(({ grain }) => grain === 'rows')
  const isSplit = ({ addsTo, takesFrom }: Piece) =>
    [addsTo, takesFrom].some((bucket) => bucket !== null && bucket < splitSpans)
  const numbers = (values: readonly (number | null)[]) =>
    sql`${genericPlanParam(
      values.map((value) => (value === null ? null : String(value))),
      'text[]',
    )}::bigint[]`
  const buckets = (some: readonly Piece[]) => sql`
    ${numbers(some.map(({ addsTo }) => addsTo))}, ${numbers(some.map(({ takesFrom }) => takesFrom))}`
  return sql`
    pieces as materialized (
      select * from unnest(${texts(whole.map(({ grain }) => grain))}, ${boundsOf(whole, 'from')}, ${boundsOf(whole, 'to')},
        ${buckets(whole)}, ${numbers(whole.map((piece) => Number(isSplit(piece))))})
        p (grain, start, stop, adds_to, takes_from, is_split)
    ), ends as materialized (
      select * from unnest(${boundsOf(ends, 'from')}, ${boundsOf(ends, 'to')}, ${buckets(ends)})
        e (start, stop, adds_to, takes_from)
    ), counted_span as materialized (select min(start) as start, max(stop) as stop from pieces)`
}

/** The buckets that a counted piece belongs to, as `bucket` and `sign`. */
const inBuckets = sql`cross join lateral (values (adds_to, 1), (takes_from, -1)) b (bucket, sign)`

/** Grains are compared by number, which costs less than by name. */
const grains = sql`(values ('hour', 1), ('day', 2), ('month', 3)) g (grain, grain_number)`

/**
 * The counters' buckets that the pieces consist of, each with the bucket of the series that it counts for, and those of
 * a grain as an array. One walk along the index then reads all buckets of a kind. A walk for each piece took most of
 * the time. Days and months are those of UTC, the time zone of every connection: PostgreSQL 15 takes no zone here.
 */
const countedBuckets = sql`
    buckets as materialized (
      select grain_number, counted, b.bucket, sign
      from pieces join ${grains} using (grain)
      cross join lateral
        generate_series(start, stop - interval '1 millisecond', ('1 ' || grain)::interval) c (counted)
      ${inBuckets}
      where b.bucket is not null
    ), grains as materialized (
      select grain, grain_number, array(
        select distinct counted from buckets b where b.grain_number = g.grain_number order by 1) as instants
      from ${grains}
    )`

/**
 * Counts phone conversations by bucket of the series, from the counters, the changes not yet applied to them, and the
 * rows at the ends of days in zones off the hour. One statement reads all three, so that they are of one moment.
 * Indexes: the primary keys of conversation_counts, campaign_counts and conversation_count_changes;
 * conversations_by_start.
 */
export async function selectVoiceSeries(db: Reader, question: VoiceQuestion): Promise<VoiceCount[]> {
  const { scope, campaign_id, split } = question
  const mine = mineOf(scope)
  const ofCampaign = campaign_id === null ? sql`` : sql`and ${isOf(campaign_id)}`
  const key = split === 'outcome' ? sql`status` : sql`null::text`
  const uncounted = sql`
    select adds_to, takes_from, ${key}, conversations, ${answered}, duration_seconds from uncounted`
  const counted = [
    campaign_id === null ? countersOfAll(mine, split) : countersOfCampaign(mine, split, campaign_id),
    uncounted,
    ...(split === 'campaign' ? countersByCampaign(mine, question.campaignIds) : []),
  ]
  return db.query<VoiceCount>(sql`
    with ${countedSpans(question.spans, question.splitSpans)}, changes as materialized (
      select hour, status, campaign_id, sum(conversations) as conversations, sum(duration_seconds) as duration_seconds
      from conversation_count_changes
      where ${mine} and channel_type = 'voice' ${ofCampaign} and hour >= (select start from counted_span)
        and hour < (select stop from counted_span)
      group by 1, 2, 3
    ), uncounted as materialized (
      select adds_to, takes_from, status, campaign_id, conversations, duration_seconds
      from pieces join changes on hour >= start and hour < stop
      union all
      select adds_to, takes_from, status, campaign_id, count(*), coalesce(sum(duration_seconds::numeric), 0)
      from ends cross join lateral (
        select channel_type, status, campaign_id, duration_seconds from conversations
        where ${mine} and start_time >= ends.start and start_time < ends.stop offset 0) c
      where channel_type = 'voice' ${ofCampaign}
      group by 1, 2, 3, 4
    )
    select bucket, key, sum(sign * calls)::bigint as calls, sum(sign * answered)::bigint as answered,
      sum(sign * seconds)::double precision as talk_seconds
    from (${join(counted, sql` union all `)}) c (adds_to, takes_from, key, calls, answered, seconds) ${inBuckets}
    where bucket is not null group by bucket, key`)
}

const answered = sql`case when status in ('completed', 'live') then conversations else 0 end`
const isOf = (campaignId: string) => sql`campaign_id = ${genericPlanParam(campaignId, 'uuid')}`

/** Reads the counters of all calls: by outcome, whose sum is the whole, else the whole beside the answered ones. */
function countersOfAll(mine: Sql, split: VoiceSplit | null): Sql {
  const isByOutcome = split === 'outcome'
  const statuses = isByOutcome ? conversationStatuses : ['*', 'completed', 'live']
  const whole = (column: Sql) => (isByOutcome ? column : sql`case status when '*' then ${column} else 0 end`)
  return sql`
    select p.adds_to, p.takes_from, ${isByOutcome ? sql`status` : sql`null::text`}, ${whole(sql`conversations`)}, ${answered},
      ${whole(sql`duration_seconds`)}
    from pieces p cross join unnest(${texts(statuses)}) l (status)
    cross join lateral (
      select conversations, duration_seconds from conversation_counts
      where ${mine} and grain = p.grain and channel_type = 'voice' and conversation_type = '*' and status = l.status
        and bucket >= p.start and bucket < p.stop offset 0) n`
}

/** Reads the counters of one campaign. Its whole has the answered calls beside it. */
function countersOfCampaign(mine: Sql, split: VoiceSplit | null, campaignId: string): Sql {
  const isByOutcome = split === 'outcome'
  return sql`
    select p.adds_to, p.takes_from, ${isByOutcome ? sql`status` : sql`null::text`}, n.conversations, n.answered, n.duration_seconds
    from pieces p cross join unnest(${texts(isByOutcome ? conversationStatuses : ['*'])}) l (status)
    cross join lateral (
      select conversations, answered, duration_seconds from campaign_counts
      where ${mine} and grain = p.grain and status = l.status and ${isOf(campaignId)}
        and bucket >= p.start and bucket < p.stop offset 0) n`
}

/** Reads the counters of some campaigns, and what is not in them yet. */
function countersByCampaign(mine: Sql, campaignIds: readonly string[]): Sql[] {
  const isShown = sql`campaign_id = any(${texts(campaignIds)}::uuid[])`
  return [
    sql`
    select p.adds_to, p.takes_from, n.campaign_id::text, n.conversations, n.answered, n.duration_seconds
    from pieces p
    cross join lateral (
      select campaign_id, conversations, answered, duration_seconds from campaign_counts
      where ${mine} and grain = p.grain and status = '*' and ${isShown}
        and bucket >= p.start and bucket < p.stop offset 0) n
    where p.is_split = 1`,
    sql`
    select adds_to, takes_from, campaign_id::text, conversations, ${answered}, duration_seconds from uncounted where ${isShown}`,
  ]
}

/** Returns the campaigns with the most calls in a span, most first. Index: the primary key of campaign_counts. */
export async function selectLargestCampaigns(
  db: Reader,
  scope: ProjectScope,
  span: Span,
  limit: number,
): Promise<{ _id: string; name: string }[]> {
  // Whole hours are enough to choose.
  const { buckets } = splitSpan(span, 'month')
  const mine = mineOf(scope)
  const bounds = {
    from: boundsOf(buckets.slice(0, 1), 'from'),
    to: boundsOf(buckets.slice(-1), 'to'),
  }
  return db.query(sql`
    select c._id, c.name from (
      select campaign_id, sum(conversations) as conversations from (
        select n.campaign_id, n.conversations
        from unnest(${texts(buckets.map(({ grain }) => grain))}, ${boundsOf(buckets, 'from')}, ${boundsOf(buckets, 'to')})
          s (grain, start, stop)
        cross join lateral (
          select campaign_id, conversations from campaign_counts
          where ${mine} and grain = s.grain and status = '*' and bucket >= s.start and bucket < s.stop offset 0) n
        union all
        select campaign_id, conversations from conversation_count_changes
        where ${mine} and channel_type = 'voice' and campaign_id is not null and hour >= (${bounds.from})[1]
          and hour < (${bounds.to})[1]) counted
      group by campaign_id having sum(conversations) > 0
      order by sum(conversations) desc, campaign_id limit ${genericPlanParam(limit, 'bigint')}) largest
    join campaigns c on c.organization_id = ${genericPlanParam(scope.organization_id, 'uuid')} and c._id = campaign_id
    order by conversations desc, c._id`)
}

/** What happened in chats in a bucket of the series; `key` is null for all of it, else one part. */
export interface ChatSeriesCount {
  bucket: number
  key: string | null
  kind: string
  count: number
}

/** The kinds that the counters of chats have, and the rows that each counts; `part` is what a kind is split by. */
const chatRows: readonly { kind: Sql; part: Sql; table: Sql; at: Sql; only: Sql; channel: Sql }[] = [
  {
    kind: sql`'messages:' || part`,
    part: sql`direction`,
    table: sql`messages`,
    at: sql`created_at`,
    only: sql`channel_type <> 'voice'`,
    channel: sql`channel_type`,
  },
  {
    kind: sql`'leads'`,
    part: sql`null::text`,
    table: sql`channel_identities`,
    at: sql`first_seen_at`,
    only: sql`not is_alias and channel_type <> 'voice'`,
    channel: sql`channel_type`,
  },
  {
    kind: sql`case channel when 'voice' then 'call_tickets' else 'tickets' end`,
    part: sql`null::text`,
    table: sql`tickets`,
    at: sql`created_at`,
    only: sql`true`,
    channel: sql`channel_type`,
  },
  {
    kind: sql`'sends:' || part`,
    part: sql`status`,
    table: sql`whatsapp_messages`,
    at: sql`created_at`,
    only: sql`true`,
    channel: sql`'whatsapp'`,
  },
  {
    kind: sql`'chats'`,
    part: sql`null::text`,
    table: sql`conversations`,
    at: sql`start_time`,
    only: sql`channel_type <> 'voice'`,
    channel: sql`channel_type`,
  },
]

/** The kinds that a series shows. The status of a message that a broadcast sent is a kind of its own. */
const countedKinds = [
  'messages:inbound',
  'messages:outbound',
  'leads',
  'tickets',
  'call_tickets',
  ...['processing', 'unresolved', 'sent', 'delivered', 'read', 'failed'].map((each) => `sends:${each}`),
]
/** The place of a kind in it is its number in the statement, whose groups are cheaper by numbers than by names. */
const shownKinds = [...countedKinds, 'chats']
const chatChannels = channelTypes.filter((channel) => channel !== 'voice')

/**
 * Counts chats, messages, leads, tickets and sends by bucket of the series, from the same three as the calls. Indexes:
 * the primary keys of chat_counts, conversation_counts and their changes; messages_by_creation,
 * channel_identities_by_first_seen, tickets_by_creation, whatsapp_messages_by_project, conversations_by_start.
 */
export async function selectChatSeries(
  db: Reader,
  scope: ProjectScope,
  { spans, split }: { spans: readonly Span[]; split: ChatSplit | null },
): Promise<ChatSeriesCount[]> {
  const mine = mineOf(scope)
  const isByChannel = split === 'channel'
  const numbers = (channel: Sql, kind: Sql) => sql`
    ${isByChannel ? sql`array_position(${texts(channelTypes)}, ${channel})` : sql`null::integer`} as channel_number,
    array_position(${texts(shownKinds)}, ${kind}) as kind_number`
  const ends = chatRows.map(
    ({ kind, part, table, at, only, channel }) => sql`
      select adds_to, takes_from, ${numbers(sql`channel`, kind)}, count from (
        select adds_to, takes_from, ${channel} as channel, ${part} as part, count(*) as count
        from ends cross join lateral (
          select * from ${table} where ${mine} and ${at} >= ends.start and ${at} < ends.stop and ${only} offset 0) r
        group by 1, 2, 3, 4) e`,
  )
  const counts = await db.query<NumberedCount>(sql`
    with ${countedSpans(spans, spans.length)}, ${countedBuckets}, changes as materialized (
      select channel_type, case when part is null then kind else kind || ':' || part end as kind, hour,
        sum(count)::bigint as count
      from chat_count_changes
      where ${mine} and hour >= (select start from counted_span) and hour < (select stop from counted_span)
      group by 1, 2, 3
      union all
      select channel_type, 'chats', hour, sum(conversations)::bigint from conversation_count_changes
      where ${mine} and channel_type <> 'voice' and hour >= (select start from counted_span)
        and hour < (select stop from counted_span)
      group by 1, 2, 3
    ), counters as materialized (
      select channel, kind, ${numbers(sql`channel`, sql`kind`)}
      from unnest(${texts(isByChannel ? channelTypes : ['*'])}) c (channel), unnest(${texts(countedKinds)}) k (kind)
    ), chat_counters as materialized (
      select channel, ${numbers(sql`channel`, sql`'chats'`)} from unnest(${texts(chatChannels)}) c (channel)
    )
    select bucket, channel_number, kind_number, sum(count)::bigint as count
    from (
      select b.bucket, channel_number, kind_number, sign * count as count
      from grains g cross join counters l
      cross join lateral (
        select bucket as counted, count from chat_counts
        where ${mine} and kind = l.kind and grain = g.grain and channel_type = l.channel and bucket = any(g.instants)
        offset 0) n
      join buckets b using (grain_number, counted)
      union all
      select b.bucket, channel_number, kind_number, sign * conversations
      from grains g cross join chat_counters l
      cross join lateral (
        select bucket as counted, conversations from conversation_counts
        where ${mine} and grain = g.grain and channel_type = l.channel and conversation_type = '*' and status = '*'
          and bucket = any(g.instants) offset 0) n
      join buckets b using (grain_number, counted)
      union all
      select bucket, channel_number, kind_number, sign * count
      from (
        select adds_to, takes_from, ${numbers(sql`channel_type`, sql`kind`)}, count
        from pieces join changes on hour >= start and hour < stop
        union all
        ${join(ends, sql` union all `)}) r ${inBuckets}
      where bucket is not null) c
    where kind_number is not null
    group by bucket, channel_number, kind_number having sum(count) <> 0`)
  return counts.map(({ bucket, channel_number, kind_number, count }) => ({
    bucket,
    key: channel_number === null ? null : channelTypes[channel_number - 1]!,
    kind: shownKinds[kind_number - 1]!,
    count,
  }))
}

/** The numbers count from 1. */
interface NumberedCount {
  bucket: number
  channel_number: number | null
  kind_number: number
  count: number
}
