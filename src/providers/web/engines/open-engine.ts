import type { PrivateHosts } from '../guard/private-hosts.ts'
import type { Resolver } from '../guard/resolver.ts'
import type { WebFetch } from '../guard/web-fetch.ts'
import type { RobotsFiles } from '../robots-file.ts'
import type { CrawlEngine } from './crawl-engine.ts'

export interface EngineContext {
  webFetch: WebFetch
  robotsOf: RobotsFiles
  privateHosts: PrivateHosts
  userAgent: string
  lookup: Resolver
  /** A folder for a Chromium to be unpacked into, where the system has none. */
  chromiumDir: string
}

export type OpenEngine = (crawler: 'crawler_a' | 'crawler_b') => Promise<CrawlEngine>

/** Loads the engine of that name when it is wanted: Crawlee takes some 40 MB, which a process without crawls does not need. */
export function engineOpener(context: EngineContext): OpenEngine {
  return async (crawler) => {
    if (crawler === 'crawler_b') {
      const { createBrowserEngine } = await import('./browser-engine.ts')
      return createBrowserEngine(context)
    }
    const { createHttpEngine } = await import('./http-engine.ts')
    return createHttpEngine(context)
  }
}
