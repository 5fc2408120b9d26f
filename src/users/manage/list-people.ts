import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { selectMembers } from '../membership-queries.ts'
import { Person } from './shown-person.ts'

/** Lists the people of an organization. */
export function listPeople(app: App, { db }: { db: Db }): void {
  app.get(
    organizationPath('/people'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'listPeople',
        summary: 'List the people of an organization',
        tags: ['People'],
        params: OrganizationParams,
        querystring: PageQuery,
        response: { 200: pageOf(Person), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const { items, total } = await selectMembers(db, params.organization_id, query)
      return page(items, total, query)
    },
  )
}
