import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { find as findAll, foundMax, queryCharsMax } from '../find/find.ts'
import { foundKinds } from '../find/queries.ts'

const Found = z
  .object({
    kind: z.enum(foundKinds),
    _id: z.string(),
    project_id: z.string(),
    campaign_id: z.string().nullable().describe('The campaign of a call; null for other kinds.'),
    title: z.string().describe('Its name or number; the id where it has neither.'),
    detail: z.string().nullable().describe('Its state, or what it belongs to.'),
    at: z.string().nullable().describe('When it began or was made.'),
  })
  .meta({ id: 'Found', description: 'Something that fits what was typed.' })

/** Finds anything of the organization by its id, number or name. */
export function find(app: App, { db }: { db: Db }): void {
  app.get(
    organizationPath('/find'),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'find',
        summary: 'Find anything by id, number or name',
        description: `At most ${foundMax}, what fits exactly before the rest. For a number, calls that are not over come first, then its latest message if that failed or is unresolved, then the person. Numbers are looked up from 4 digits on, names from 3 characters.`,
        tags: ['Find'],
        params: OrganizationParams,
        querystring: z.object({ q: z.string().min(1).max(queryCharsMax).describe('What was typed.') }),
        response: {
          200: successOf(z.object({ items: z.array(Found) })),
          ...refusalsOf(400, 401, 403, 404, 429, 500),
        },
      },
    },
    async (request) => {
      const { organization_id } = request.params
      const items = await findAll(
        db,
        { organization_id, project_ids: request.user.project_ids },
        request.query.q,
      )
      return success({ items }, 'OK')
    },
  )
}
