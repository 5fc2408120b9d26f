import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { channelTypes } from '../../base/conversation-kinds.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { ListNeed, ListReads } from '../../db/replicas/list-reads.ts'
import type { Moment } from '../../filters/instants.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, momentParameter } from '../../http/list-query.ts'
import { organizationPath, OrganizationParams, ProjectParams, projectPath } from '../../http/paths.ts'
import { selectHasProject } from '../../projects/queries.ts'
import { boundsOf, chatAnalytics } from '../chat-analytics.ts'

const Series = z.array(z.object({ label: z.string(), count: z.int() }))

const ChatAnalytics = z
  .object({
    tickets: z.int(),
    leads: z.int().describe('Channel identities first seen in the span.'),
    messages: z.int().describe('Inbound and outbound.'),
    user_engagement: Series.describe('Messages.'),
    session_growth: Series.describe('Leads.'),
    lead_generation: Series.describe('The same series as `session_growth`.'),
    group_by: z
      .enum(['daily', 'weekly', 'monthly', 'yearly'])
      .describe('Follows from the length of the span.'),
  })
  .meta({
    id: 'ChatAnalytics',
    description: 'What happened in the chats of a span, in all and by day, ISO week, month or year, UTC.',
  })

const Query = z.object({
  start_date: momentParameter('Begins the span; a date alone counts from its start (UTC).'),
  end_date: momentParameter('Ends the span, included; a date alone counts to its end (UTC).'),
  channel_type: z
    .enum(channelTypes, expecting(`must be one of ${channelTypes.join(', ')}`))
    .optional()
    .describe('One channel alone.'),
})
const OrganizationQuery = Query.extend({
  project_id: z.string(expecting('must be text')).optional().describe('One project alone.'),
})

interface AskedSpan {
  start_date?: Moment | undefined
  end_date?: Moment | undefined
}

function spanOf({ start_date, end_date }: AskedSpan) {
  return { start: start_date ?? null, end: end_date ?? null }
}

/** Serves the chat analytics. Calls count only in the voice analytics (Rules 57 and 65). */
export function chatAnalyticsRoutes(
  app: App,
  { db, lists, clock }: { db: Db; lists: ListReads; clock: Clock },
): void {
  const schema = {
    tags: ['Analytics'],
    response: { 200: successOf(ChatAnalytics) },
  }
  const answer = async (
    need: ListNeed,
    scope: { organization_id: string; project_id: string | null },
    query: AskedSpan & { channel_type?: string | undefined },
  ) => {
    return success(
      await chatAnalytics(
        { db: lists.of(need), clock },
        { ...scope, channel_type: query.channel_type ?? null },
        spanOf(query),
      ),
      'OK',
    )
  }
  app.get(
    organizationPath('/analytics'),
    {
      schema: {
        ...schema,
        operationId: 'organizationChatAnalytics',
        summary: 'Chat analytics of the organization',
        params: OrganizationParams,
        querystring: OrganizationQuery,
        response: { ...schema.response, ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const { project_id = null, ...rest } = query
      // The whole query is checked before what it names is looked up.
      boundsOf(spanOf(rest))
      const isThere =
        project_id === null ||
        (isUuid(project_id) && (await selectHasProject(db, params.organization_id, project_id)))
      if (!isThere) throw refusals.projectNotFound()
      return answer(request, { ...params, project_id }, rest)
    },
  )
  app.get(
    projectPath('/analytics'),
    {
      schema: {
        ...schema,
        operationId: 'projectChatAnalytics',
        summary: 'Chat analytics of a project',
        params: ProjectParams,
        querystring: Query,
        response: { ...schema.response, ...refusalsOf(400, 401, 403, 500) },
      },
    },
    (request) => answer(request, request.params, request.query),
  )
}
