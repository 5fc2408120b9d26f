import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectSources, sourceFields } from '../queries.ts'
import { ShownSource } from './shown-source.ts'

const Query = listQuery(sourceFields, '`created_at` descending')

/** Registers the endpoint that lists the sources of a project's knowledge base. */
export function listSources(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources'),
    {
      schema: {
        operationId: 'listSources',
        summary: 'List knowledge sources',
        tags: ['Knowledge base'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(ShownSource), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const list = listOf(query, sourceFields, [{ field: 'created_at', path: [], direction: -1 }])
      const { items, total } = await selectSources(db, params.organization_id, params.project_id, list)
      return page(items, total, query)
    },
  )
}
