import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectProjectKeys } from '../queries.ts'
import { ApiKey, shownKey } from './shown-key.ts'

/** Lists the keys of a project. */
export function listApiKeys(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/api-keys'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'Those that work first, then the newest first.',
        tags: ['Keys'],
        params: ProjectParams,
        querystring: PageQuery,
        response: { 200: pageOf(ApiKey), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const now = clock.now()
      const { items, total } = await selectProjectKeys(db, params, query, now)
      return page(
        items.map((key) => shownKey(key, now)),
        total,
        query,
      )
    },
  )
}
