import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectSources, sourceFields } from '../queries.ts'
import { sourceTypes, syncStatuses } from '../source.ts'

const SourceItem = z
  .object({
    _id: z.string(),
    name: z.string(),
    source_type: z.enum(sourceTypes),
    sync_status: z.enum(syncStatuses).describe('`partial`: some pages failed.'),
    sync_error: z.string().nullable().describe('The last failure, in plain words.'),
    domain: z.string().nullable().describe('What is crawled; null but for domains.'),
    file_size: z.int().nullable().describe('Bytes; null but for files.'),
    file_type: z.string().nullable().describe('MIME type; null but for files.'),
    page_count: z.int().min(0).describe('Pages in the index.'),
    last_crawled_at: timestamp().nullable(),
    next_crawl_at: timestamp().nullable(),
    created_by: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('api_key'), _id: z.string(), name: z.string() }),
        z.object({ kind: z.literal('operator') }),
      ])
      .describe('Who added it.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Source', description: 'A source of the project’s knowledge base.' })

const Query = listQuery(sourceFields, '`created_at` descending')

/** Spec: endpoint 8. */
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
        response: { 200: pageOf(SourceItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const list = listOf(query, sourceFields, [{ field: 'created_at', path: [], direction: -1 }])
      const { items, total } = await selectSources(db, params.organization_id, params.project_id, list)
      return page(items, total, query)
    },
  )
}
