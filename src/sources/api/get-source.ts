import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { selectSource } from '../queries.ts'
import { ShownSource } from './shown-source.ts'

/** Registers the endpoint that shows one source, with the progress of its crawl. */
export function getSource(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id'),
    {
      schema: {
        operationId: 'getSource',
        summary: 'Get a knowledge source',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: { 200: successOf(ShownSource), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params: { organization_id, project_id, source_id: id } }) => {
      const source = isUuid(id) ? await selectSource(db, organization_id, project_id, id) : null
      if (source === null) throw refusals.sourceNotFound()
      return success(source, 'OK')
    },
  )
}
