import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { pageFields, selectIndexedPages } from '../pages-queries.ts'
import { selectSource } from '../queries.ts'

const IndexedPage = z
  .object({
    _id: z.string(),
    url: z.string().nullable().describe('Null for a file, which is one page.'),
    title: z.string(),
    language: z.string().describe('BCP 47, such as `en`; `und` where nothing tells.'),
    chunk_count: z.int().min(0).describe('Passages that it was cut into.'),
    byte_size: z.int().min(0).describe('What was fetched or read.'),
    first_indexed_at: timestamp(),
    indexed_at: timestamp().describe('Since when the index has it as it is.'),
  })
  .meta({ id: 'IndexedPage', description: 'A page in the index of a knowledge base.' })

const Query = listQuery(pageFields, '`first_indexed_at` ascending')

/** Lists the pages of a source that are in the index. */
export function listPages(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id/pages'),
    {
      schema: {
        operationId: 'listSourcePages',
        summary: 'List the indexed pages of a source',
        tags: ['Knowledge base'],
        params: SourceParams,
        querystring: Query,
        response: { 200: pageOf(IndexedPage), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params: { organization_id, project_id, source_id: id }, query }) => {
      const list = listOf(query, pageFields, [{ field: 'first_indexed_at', path: [], direction: 1 }])
      const isThere = isUuid(id) && (await selectSource(db, organization_id, project_id, id)) !== null
      if (!isThere) throw refusals.sourceNotFound()
      const { items, total } = await selectIndexedPages(db, organization_id, project_id, id, list)
      return page(items, total, query)
    },
  )
}
