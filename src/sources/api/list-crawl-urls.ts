import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { crawlUrlStates } from '../crawl/crawl.ts'
import { crawlUrlFields } from '../crawl/frontier/crawl-url-queries.ts'
import { showCrawlUrls } from '../crawl/frontier/show-crawl-urls.ts'

const CrawlUrl = z
  .object({
    _id: z.string().describe('SHA-256 of the URL, in hexadecimal digits.'),
    position: z.int().describe('Rises in the order in which the crawl found them.'),
    url: z.string(),
    state: z.enum(crawlUrlStates).describe('`gone`: the server says that there is no such page.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'The rule that left it out, such as `robots`, `pattern`, `depth`, `limit`, `duplicate` or `type`.',
      ),
    detail: z.string().nullable().describe('The same in words.'),
    depth: z.int().min(0).describe('Links from the start; 1 for what a sitemap names.'),
    found_on: z.string().nullable().describe('The page or sitemap that named it first; null for the start.'),
    leads_to: z
      .string()
      .nullable()
      .describe('The page that it redirects to, repeats, or names as its own address.'),
    status_code: z.int().nullable().describe('What the server answered.'),
    bytes: z.int().nullable().describe('Read from the site.'),
    attempts: z.int().min(0),
    settled_at: timestamp().nullable().describe('Null while it waits.'),
  })
  .meta({ id: 'CrawlUrl', description: 'A URL that a crawl has come to know.' })

const Query = listQuery(crawlUrlFields, 'as the crawl found them')

/** Lists each URL of a domain's last crawl, with its outcome. */
export function listCrawlUrls(app: App, context: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id/crawl-urls'),
    {
      schema: {
        operationId: 'listCrawlUrls',
        summary: 'List the URLs of the last crawl',
        description: 'Each with what became of it, and why. Links to other sites are not kept.',
        tags: ['Knowledge base'],
        params: SourceParams,
        querystring: Query,
        response: { 200: pageOf(CrawlUrl), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const list = listOf(query, crawlUrlFields, [{ field: 'position', path: [], direction: 1 }])
      const { items, total } = await showCrawlUrls(context, params, list)
      return page(items, total, query)
    },
  )
}
