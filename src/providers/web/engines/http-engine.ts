import { BasicCrawler } from '@crawlee/cheerio'
import type { WebFetch } from '../guard/web-fetch.ts'
import type { CrawlDriver, CrawlEngine, WantedPage } from './crawl-engine.ts'
import { pageTimeoutMs } from './crawl-engine.ts'
import { requestSource } from './request-source.ts'
import { quietConfiguration, quietOptions, runToItsEnd } from './crawlee-quietly.ts'
import { fetchPage } from './fetch-page.ts'

/** What a visit may take beyond the fetch before Crawlee counts it as hung: the database may be away for a while. */
const visitSeconds = 120

/**
 * `crawler_a`: asks for each document and takes it as it is. Crawlee runs the course; every byte comes through the guarded
 * client, and nothing is kept of a page that was visited.
 */
export function createHttpEngine({ webFetch }: { webFetch: WebFetch }): CrawlEngine {
  return {
    run: async <Wanted extends WantedPage>(course: CrawlDriver<Wanted>) => {
      const { queue, itemOf } = requestSource(course.next)
      await runToItsEnd(
        course.signal,
        (failedRequestHandler) =>
          new BasicCrawler(
            {
              ...quietOptions(),
              requestQueue: queue,
              requestHandlerTimeoutSecs: pageTimeoutMs / 1_000 + visitSeconds,
              requestHandler: async ({ request }) => {
                const wanted = itemOf(request)
                const fetched = await fetchPage(webFetch, wanted, course.signal)
                course.signal.throwIfAborted()
                await course.visit(wanted, fetched)
              },
              failedRequestHandler,
            },
            quietConfiguration(),
          ),
      )
    },
  }
}
