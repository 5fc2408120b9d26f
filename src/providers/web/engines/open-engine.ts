import { openBrowserEngine } from './browser-engine.ts'
import type { CrawlEngine, EngineContext } from './crawl-engine.ts'
import { fetchPage } from './fetch-page.ts'

/** `tenant`: the organization whose crawl it is, where that is known. */
export type OpenEngine = (crawler: 'crawler_a' | 'crawler_b', tenant?: string) => Promise<CrawlEngine>

/** Opens the engine of a crawl: `crawler_a` reads documents as the server sends them, `crawler_b` renders them. */
export async function openCrawlEngine(
  crawler: Parameters<OpenEngine>[0],
  context: EngineContext,
): Promise<CrawlEngine> {
  if (crawler === 'crawler_b') return openBrowserEngine(context)
  return {
    fetch: (wanted, signal) => fetchPage(context.webFetch, wanted, signal),
    [Symbol.asyncDispose]: async () => {},
  }
}
