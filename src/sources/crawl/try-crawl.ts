import type { Clock } from '../../base/clock.ts'
import type { WebAccess } from '../../providers/web/web-access.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import type { CrawlCounts, CrawlSettings } from './crawl.ts'
import { createMemoryStore } from './frontier/memory-store.ts'
import type { KnownUrl } from './frontier/memory-store.ts'
import { startPageReader } from './reader/page-reader.ts'
import { createUrlJudge } from './rules/url-judge.ts'
import { runCrawl, usualPace } from './run-crawl.ts'

/** What a crawl would come to. */
export interface TriedCrawl {
  conclusion: CrawlConclusion
  counts: CrawlCounts
  /** In the order in which they were found, links to other sites included. */
  urls: KnownUrl[]
}

/**
 * Runs a crawl that keeps nothing: by the same rules and requests, to see which pages it would take and which rule decides
 * each URL. Only what an index has already, and the plan's links, are not taken into account.
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
    pace: usualPace,
    seededAt: null,
    startedAt: clock.now(),
    workedMs: 0,
    seeding: null,
    onSettled: ({ url }, { counts }) => onProgress(counts, url),
    signal,
  })
  return { conclusion, counts: store.counts(), urls: store.urls() }
}
