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
    position: z.int().describe('Increases in the order in which the crawl found the URLs.'),
    url: z.string(),
    state: z.enum(crawlUrlStates).describe('`gone`: the server answered that the page does not exist.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'The rule that excluded it, such as `robots`, `pattern`, `depth`, `limit`, `duplicate` or `type`.',
      ),
    detail: z.string().nullable().describe('The reason in words.'),
    depth: z.int().min(0).describe('Links from the start; 1 for a URL from a sitemap.'),
    found_on: z
      .string()
      .nullable()
      .describe('The page or sitemap where it was found first; null for the start.'),
    leads_to: z
      .string()
      .nullable()
      .describe('The page that it redirects to, duplicates, or declares as canonical.'),
    status_code: z.int().nullable().describe('The HTTP status of the response.'),
    bytes: z.int().nullable().describe('Bytes read from the site.'),
    attempts: z.int().min(0),
    settled_at: timestamp().nullable().describe('When its state became final; null while it waits.'),
  })
  .meta({ id: 'CrawlUrl', description: 'A URL that a crawl found.' })

const Query = listQuery(crawlUrlFields, 'in the order in which the crawl found them')

/** Registers the endpoint that lists the URLs of a domain's last crawl, with the outcome of each. */
export function listCrawlUrls(app: App, context: { db: Db }): void {
  app.get(
    projectPath('/sources/:source_id/crawl-urls'),
    {
      schema: {
        operationId: 'listCrawlUrls',
        summary: 'List the URLs of the last crawl',
        description: 'Each URL with its outcome and the reason. Links to other sites are not stored.',
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
