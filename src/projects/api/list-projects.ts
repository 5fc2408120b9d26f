import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { parseProjection, project } from '../../filters/projection.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery, projectionParameter } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { projectFields, projectStatuses, selectProjects } from '../queries.ts'

const ProjectItem = z
  .object({
    _id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    status: z.enum(projectStatuses),
    language: z.string().describe('BCP 47, such as `en`.'),
    timezone: z.string().describe('IANA name, such as `Europe/Berlin`.'),
    default_country: z
      .string()
      .nullable()
      .describe('ISO 3166-1 alpha-2, for numbers without a country code.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .partial()
  .meta({
    id: 'Project',
    description: 'A project of the organization; without a projection it has every field.',
  })

const Query = listQuery(projectFields, '`created_at` descending').extend({
  projection: projectionParameter.object,
})

/** Lists the projects of an organization. */
export function listProjects(app: App, { db }: { db: Db }): void {
  app.get(
    organizationPath('/projects'),
    {
      schema: {
        operationId: 'listProjects',
        summary: 'List projects',
        tags: ['Projects'],
        params: OrganizationParams,
        querystring: Query,
        response: { 200: pageOf(ProjectItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { query, params } = request
      const projection = parseProjection(query.projection, projectFields, { lists: false })
      const list = listOf(query, projectFields, [{ field: 'created_at', path: [], direction: -1 }])
      const { items, total } = await selectProjects(db, params.organization_id, list)
      return page(
        items.map((item) => project(projection, { ...item })),
        total,
        query,
      )
    },
  )
}
