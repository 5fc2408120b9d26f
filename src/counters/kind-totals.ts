import { channelTypes, conversationStatuses } from '../base/conversation-kinds.ts'
import type { ChannelType, ConversationStatus } from '../base/conversation-kinds.ts'
import type { Queryable } from '../db/queryable.ts'
import { genericPlanParam, sql } from '../db/sql.ts'
import { bound, boundsOf } from './conversation-totals.ts'
import { splitSpan } from './time-buckets.ts'
import type { Span } from './time-buckets.ts'

/** How many conversations of a channel have a status. */
export interface KindTotal {
  channel_type: ChannelType
  status: ConversationStatus
  conversations: number
}

/**
 * Returns how many conversations of a project began in a span, by channel and status; those that there are none of are
 * left out. Like `selectCountedTotal`, it adds up the counters' buckets, the changes not yet applied, and the rows at
 * the ends of the span, which are those of less than two hours. Indexes: the counters' primary keys,
 * conversations_by_start.
 */
export async function selectTotalsByKind(
  db: Queryable,
  organizationId: string,
  projectId: string,
  span: Span,
): Promise<KindTotal[]> {
  const { buckets, edges, counted } = splitSpan(span)
  const mine = sql`organization_id = ${organizationId} and project_id = ${projectId}`
  const levels = channelTypes.flatMap((channel) =>
    conversationStatuses.flatMap((status) => buckets.map((run) => ({ ...run, channel, status }))),
  )
  const texts = (values: readonly string[]) => genericPlanParam(values, 'text[]')
  return db.query<KindTotal>(sql`
    select channel_type, status, sum(conversations)::bigint as conversations from (
      select level.channel_type, level.status, n.conversations
      from unnest(${texts(levels.map(({ grain }) => grain))}, ${texts(levels.map(({ channel }) => channel))},
        ${texts(levels.map(({ status }) => status))}, ${boundsOf(levels, 'from')}, ${boundsOf(levels, 'to')})
        level (grain, channel_type, status, start, stop)
      cross join lateral (
        select conversations from conversation_counts
        where ${mine} and grain = level.grain and channel_type = level.channel_type and conversation_type = '*'
          and status = level.status and bucket >= level.start and bucket < level.stop offset 0) n
      union all
      select channel_type, status, conversations from conversation_count_changes
      where ${mine} and hour >= ${genericPlanParam(bound(counted?.from ?? 0), 'timestamptz')}
        and hour < ${genericPlanParam(bound(counted?.to ?? 0), 'timestamptz')}
      union all
      select e.channel_type, e.status, 1
      from unnest(${boundsOf(edges, 'from')}, ${boundsOf(edges, 'to')}) span (start, stop)
      cross join lateral (
        select channel_type, status from conversations
        where ${mine} and start_time >= span.start and start_time < span.stop offset 0) e) parts
    group by channel_type, status having sum(conversations) <> 0 order by channel_type, status`)
}
