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
    language: z.string().describe('BCP 47, such as `en`; `und` where it is unknown.'),
    chunk_count: z.int().min(0).describe('Passages of the page.'),
    byte_size: z.int().min(0).describe('Size of the fetched page or the file.'),
    first_indexed_at: timestamp(),
    indexed_at: timestamp().describe('When its present content was indexed.'),
  })
  .meta({ id: 'IndexedPage', description: 'A page in the index of a knowledge base.' })

const Query = listQuery(pageFields, '`first_indexed_at` ascending')

/** Registers the endpoint that lists the indexed pages of a source. */
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
