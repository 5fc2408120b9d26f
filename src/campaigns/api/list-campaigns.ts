import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { ListQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectCampaigns } from '../queries.ts'

const CampaignItem = z
  .object({
    _id: z.string(),
    name: z.string(),
    status: z.enum(['draft', 'running', 'paused', 'ended']),
    call_direction: z.enum(['outbound', 'inbound']),
    campaign_type: z.enum(['workflow', 'script']),
    created_at: timestamp(),
  })
  .meta({ id: 'Campaign', description: 'A campaign of the project.' })

/** Spec: endpoint 3. Newest first. */
export function listCampaigns(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/campaigns'),
    {
      schema: {
        operationId: 'listCampaigns',
        summary: 'List campaigns',
        tags: ['Campaigns'],
        params: ProjectParams,
        querystring: ListQuery,
        response: { 200: pageOf(CampaignItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { organization_id, project_id } = request.params
      const { items, total } = await selectCampaigns(db, organization_id, project_id, request.query)
      return page(items, total, request.query)
    },
  )
}
