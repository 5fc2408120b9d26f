import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { agentFieldsOf } from '../configured/agent-fields.ts'
import { countedConversationsMax, selectAgentRevisions } from '../configured/agent-revision-queries.ts'
import type { AgentRevision } from '../configured/agent-revision-queries.ts'
import { selectConfigured } from '../configured/queries.ts'

const Revision = z
  .object({
    revision: z.int().min(1),
    definition: z
      .record(z.string(), z.unknown())
      .describe(
        'The fields of the declaration, without the name and the broadcasts, which have no revisions.',
      ),
    created_at: timestamp(),
    changed_by: z.string().nullable().describe('Null: from before changes were stored.'),
    via: z.string().nullable(),
    conversations: z
      .object({ count: z.int().min(0), is_more: z.boolean() })
      .describe(`How many conversations it led, counted to ${countedConversationsMax}.`),
    latest_conversations: z
      .array(z.object({ conversation_id: z.string(), channel_type: z.string(), at: timestamp() }))
      .describe('The conversations that began last, newest first.'),
  })
  .meta({ id: 'AgentRevision' })

/** Lists the revisions of an agent. */
export function listAgentRevisions(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/agents/:agent_id/revisions'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listAgentRevisions',
        summary: 'List the revisions of an agent',
        description: 'Newest first. A conversation goes on by the revision with which it began.',
        tags: ['Agents'],
        params: ProjectParams.extend({ agent_id: z.string().describe('Id of the agent.') }),
        querystring: PageQuery,
        response: { 200: pageOf(Revision), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const { organization_id, project_id, agent_id } = params
      const [row] = isUuid(agent_id) ? await selectConfigured(db, [organization_id], [agent_id]) : []
      if (row?.kind !== 'agent' || row.project_id !== project_id) throw refusals.recordNotFound('agent')
      const { items, total } = await selectAgentRevisions(db, organization_id, agent_id, query)
      return page(items.map(shownRevision), total, query)
    },
  )
}

/** A revision has the fields of the agent, but for the name and the broadcasts. */
function shownRevision({
  definition,
  model,
  fallback,
  conversations,
  latest_conversations,
  ...revision
}: AgentRevision): z.input<typeof Revision> {
  return {
    ...revision,
    definition: agentFieldsOf({ definition, model, fallback }),
    conversations: {
      count: Math.min(conversations, countedConversationsMax),
      is_more: conversations > countedConversationsMax,
    },
    latest_conversations: latest_conversations.map(({ at, ...led }) => ({
      ...led,
      at: new Date(at).toISOString(),
    })),
  }
}
