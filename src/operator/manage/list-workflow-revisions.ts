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
import { countedAttemptsMax, selectWorkflowRevisions } from '../configured/extra-queries.ts'
import type { WorkflowRevision } from '../configured/extra-queries.ts'
import { selectConfigured } from '../configured/queries.ts'

const Revision = z
  .object({
    revision: z.int().min(1),
    definition: z.record(z.string(), z.unknown()),
    created_at: timestamp(),
    changed_by: z.string().nullable().describe('Null: from before changes were stored.'),
    via: z.string().nullable(),
    attempts: z
      .object({ count: z.int().min(0), is_more: z.boolean() })
      .describe(`How many attempts followed it, counted to ${countedAttemptsMax}.`),
    latest_calls: z
      .array(z.object({ campaign_queue_id: z.string(), at: timestamp() }))
      .describe('The calls of the latest attempts.'),
  })
  .meta({ id: 'WorkflowRevision' })

/** Lists the revisions of a workflow. */
export function listWorkflowRevisions(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/workflows/:workflow_id/revisions'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listWorkflowRevisions',
        summary: 'List the revisions of a workflow',
        description: 'Newest first. A call follows the revision with which it was dialed.',
        tags: ['Workflows'],
        params: ProjectParams.extend({ workflow_id: z.string().describe('Id of the workflow.') }),
        querystring: PageQuery,
        response: { 200: pageOf(Revision), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const { organization_id, project_id, workflow_id } = params
      const [row] = isUuid(workflow_id) ? await selectConfigured(db, [organization_id], [workflow_id]) : []
      if (row?.kind !== 'workflow' || row.project_id !== project_id) throw refusals.recordNotFound('workflow')
      const { items, total } = await selectWorkflowRevisions(db, organization_id, workflow_id, query)
      return page(items.map(shownRevision), total, query)
    },
  )
}

function shownRevision({ attempts, latest_calls, ...revision }: WorkflowRevision): z.input<typeof Revision> {
  return {
    ...revision,
    attempts: { count: Math.min(attempts, countedAttemptsMax), is_more: attempts > countedAttemptsMax },
    latest_calls: latest_calls.map(({ campaign_queue_id, at }) => ({
      campaign_queue_id,
      at: new Date(at).toISOString(),
    })),
  }
}
