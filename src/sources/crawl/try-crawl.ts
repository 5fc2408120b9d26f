import type { Clock } from '../../base/clock.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import type { WebAccess } from '../../providers/web/web-access.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import type { CrawlCounts, CrawlSettings } from './crawl.ts'
import { createMemoryStore } from './frontier/memory-store.ts'
import type { KnownUrl } from './frontier/memory-store.ts'
import { startPageReader } from './reader/page-reader.ts'
import { createUrlJudge } from './rules/url-judge.ts'
import { runCrawl, usualTiming } from './run-crawl.ts'

/** The result of a dry run. */
export interface TriedCrawl<Conclusion = CrawlConclusion> {
  conclusion: Conclusion
  counts: CrawlCounts
  /** All URLs in the order in which they were found, links to other sites included. */
  urls: KnownUrl[]
}

interface TryOptions {
  onProgress: (counts: CrawlCounts, url: string) => void
  /** Gives the dry run up: it rejects. */
  signal: AbortSignal
}

/**
 * Runs a crawl that stores nothing, with the same rules and requests, to show which pages it would index and which rule
 * decides
 * each URL. Ignores the pages that are indexed already and the links of the plan.
 */
export async function tryCrawl(
  context: WebAccess & { clock: Clock },
  settings: CrawlSettings,
  options: TryOptions,
): Promise<TriedCrawl> {
  const enough = new AbortController().signal
  const until = { ...options, enough, startedAt: context.clock.now() }
  const { conclusion, ...tried } = await tryCrawlUntil(context, settings, until)
  if (conclusion === null) throw new Error('a dry run without an early end has ended early')
  return { conclusion, ...tried }
}

/**
 * Tries a crawl with an early end: once `enough` aborts, what was found by then is returned, and the conclusion is
 * null. A robots.txt that was read since `startedAt` is used.
 */
export async function tryCrawlUntil(
  { webFetch, robotsOf, openEngine, clock }: WebAccess & { clock: Clock },
  settings: CrawlSettings,
  { onProgress, signal, enough, startedAt }: TryOptions & { enough: AbortSignal; startedAt: Date },
): Promise<TriedCrawl<CrawlConclusion | null>> {
  const store = createMemoryStore(settings.max_pages)
  await using reader = startPageReader({ productToken, language: 'en' })
  const running = runCrawl({
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
    startedAt,
    workedMs: 0,
    seeding: null,
    onSettled: ({ url }, { counts }) => onProgress(counts, url),
    signal: AbortSignal.any([signal, enough]),
  })
  const conclusion = await running.catch((error: unknown) => {
    if (enough.aborted && !signal.aborted) return null
    throw error
  })
  return { conclusion, counts: store.counts(), urls: store.urls() }
}
