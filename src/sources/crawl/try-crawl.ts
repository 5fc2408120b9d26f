import type { Clock } from '../../base/clock.ts'
import type { WebAccess } from '../../providers/web/web-access.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import type { CrawlCounts, CrawlSettings } from './crawl.ts'
import { createMemoryStore } from './frontier/memory-store.ts'
import type { KnownUrl } from './frontier/memory-store.ts'
import { startPageReader } from './reader/page-reader.ts'
import { createUrlJudge } from './rules/url-judge.ts'
import { runCrawl, usualTiming } from './run-crawl.ts'

/** The result of a dry run. */
export interface TriedCrawl {
  conclusion: CrawlConclusion
  counts: CrawlCounts
  /** All URLs in the order in which they were found, links to other sites included. */
  urls: KnownUrl[]
}

/**
 * Runs a crawl that stores nothing, with the same rules and requests, to show which pages it would index and which rule decides
 * each URL. Ignores the pages that are indexed already and the links of the plan.
 */
export async function tryCrawl(
  { webFetch, robotsOf, openEngine, clock }: WebAccess & { clock: Clock },
  settings: CrawlSettings,
  { onProgress, signal }: { onProgress: (counts: CrawlCounts, url: string) => void; signal: AbortSignal },
): Promise<TriedCrawl> {
  const store = createMemoryStore(settings.max_pages)
  await using reader = startPageReader({ productToken, language: 'en' })
  const conclusion = await runCrawl({
    settings,
    store,
    openEngine: () => openEngine(settings.crawler),
    judgeUrls: createUrlJudge(),
    webFetch,
    robotsOf,
    readPage: reader.read,
    clock,
    timing: usualTiming,
    seededAt: null,
    startedAt: clock.now(),
    workedMs: 0,
    seeding: null,
    onSettled: ({ url }, { counts }) => onProgress(counts, url),
    signal,
  })
  return { conclusion, counts: store.counts(), urls: store.urls() }
}
