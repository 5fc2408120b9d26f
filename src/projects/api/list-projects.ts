import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { ListQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectProjects } from '../queries.ts'

const ProjectItem = z
  .object({
    _id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'archived']),
    language: z.string().describe('BCP 47, such as `en`.'),
    timezone: z.string().describe('IANA name, such as `Europe/Berlin`.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Project', description: 'A project of the organization.' })

/** Spec: endpoint 9. Newest first. */
export function listProjects(app: App, { db }: { db: Db }): void {
  app.get(
    organizationPath('/projects'),
    {
      schema: {
        operationId: 'listProjects',
        summary: 'List projects',
        tags: ['Projects'],
        params: OrganizationParams,
        querystring: ListQuery,
        response: { 200: pageOf(ProjectItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { items, total } = await selectProjects(db, request.params.organization_id, request.query)
      return page(items, total, request.query)
    },
  )
}
