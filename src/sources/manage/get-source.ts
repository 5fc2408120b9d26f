import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { ShownSource } from '../api/shown-source.ts'
import { selectWholeSource } from '../queries.ts'

const WholeSource = ShownSource.extend({
  start_url: z
    .string()
    .nullable()
    .describe('Where a crawl starts, with the scheme; null unless the source is a domain.'),
}).meta({ id: 'WholeSource', description: 'A source with where its crawls start.' })

/** Shows one source with the start of its crawls, which a change of their settings has to keep. */
export function getWholeSource(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getSource',
        summary: 'Get a knowledge source',
        description: 'Returns it as the project API does, with the start of its crawls.',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: { 200: successOf(WholeSource), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params: { organization_id, project_id, source_id: id } }) => {
      const source = isUuid(id) ? await selectWholeSource(db, organization_id, project_id, id) : null
      if (source === null) throw refusals.sourceNotFound()
      return success(source, 'OK')
    },
  )
}
