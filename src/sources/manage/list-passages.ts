import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { selectPagePassages } from '../pages-queries.ts'

const IndexedPassage = z
  .object({
    ordinal: z.int().min(0).describe('Increases along the page.'),
    heading: z.string().describe('The headings above it, the outermost first: `Install › On Linux`.'),
    anchor: z.string().nullable().describe('The URL fragment of the passage, without `#`.'),
    text: z.string().describe('At most 1,200 characters.'),
  })
  .meta({ id: 'IndexedPassage', description: 'A passage of a page as it is indexed.' })

/** Lists the passages of a page, in the order of the page: its text as it is indexed. */
export function listPagePassages(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id/pages/:page_id/passages'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listPagePassages',
        summary: 'List the passages of a page',
        tags: ['Knowledge base'],
        params: SourceParams.extend({ page_id: z.string().describe('Id of the page, one of this source.') }),
        querystring: PageQuery,
        response: { 200: pageOf(IndexedPassage), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      if (!isUuid(params.source_id)) throw refusals.sourceNotFound()
      if (!isUuid(params.page_id)) throw refusals.pageNotFound()
      const found = await selectPagePassages(db, params, query)
      if (found === null) throw refusals.pageNotFound()
      return page(found.items, found.total, query)
    },
  )
}
