import type { SyncStatus } from '../source.ts'
import { urlsMaxOf } from './crawl-bounds.ts'
import type { CrawlCounts, CrawlingStrategy, CrawlStop } from './crawl.ts'
import type { CrawlFaults } from './frontier/crawl-store.ts'

/** The outcome of a crawl. */
export interface CrawlConclusion {
  syncStatus: Extract<SyncStatus, 'success' | 'partial' | 'failed'>
  /** What went wrong, in plain words; null where nothing did. */
  error: string | null
  /** Whether it has seen every page. If so, the pages that it has not seen are gone. */
  isWhole: boolean
  /** Whether it has failed for a reason that does not pass by itself, so that it is not soon tried again. */
  isLasting?: true
}

/** Stops after which the crawl has all that its settings allow. */
const fullStops: ReadonlySet<CrawlStop | null> = new Set([null, 'max_pages', 'quota'])

const stopMessages: Record<CrawlStop, string | null> = {
  max_pages: null,
  quota: 'the link quota of the organization was reached',
  requests: 'the crawl made as many requests as a crawl may, and found fewer pages than it might',
  bytes: 'the crawl read as many bytes as a crawl may',
  time: 'the crawl took as long as a crawl may',
  silence: 'the site stopped answering',
}

/** Returns the outcome for a site whose robots.txt can't be read: nothing of it may be requested. */
export function concludeUnreachable(detail: string): CrawlConclusion {
  return { syncStatus: 'failed', error: detail, isWhole: false }
}

/** Returns the outcome of a crawl that has ended. */
export function concludeCrawl(ended: {
  strategy: CrawlingStrategy
  counts: CrawlCounts
  stop: CrawlStop | null
  faults: CrawlFaults
  /** Why sitemaps could not be read; null where they could. */
  seedFault: string | null
  maxPages: number
}): CrawlConclusion {
  const { strategy, counts, stop, faults, seedFault, maxPages } = ended
  const stopFault = stop === null ? null : stopMessages[stop]
  const pages = counts.indexed + counts.unchanged
  const isStartLost = faults.start !== null && strategy === 'deep_crawl'
  if (pages === 0 && (faults.start !== null || seedFault !== null || (stop !== null && stop !== 'quota')))
    return {
      syncStatus: 'failed',
      error: faults.start ?? seedFault ?? stopFault,
      isWhole: false,
    }
  const failures = counts.failed === 0 ? null : failureMessage(counts.failed, faults.page)
  const urlsMax = urlsMaxOf(maxPages)
  const isFull = stop === null && counts.found >= urlsMax
  const full = isFull ? `the crawl found more than the ${urlsMax} URLs that it remembers` : null
  const planFull = faults.isPlanFull && stop !== 'quota' ? stopMessages.quota : null
  const error = join([seedFault, failures, planFull, stopFault, full])
  const isHindered = seedFault !== null || counts.failed > 0 || isStartLost || isFull || !fullStops.has(stop)
  // The links of a page that gave no answer, or one that can't be read, are not known. A sitemap names its pages in any
  // case.
  const isBlind = strategy === 'deep_crawl' && faults.unanswered > 0
  return {
    syncStatus: isHindered ? 'partial' : 'success',
    error,
    isWhole: seedFault === null && !isStartLost && !isBlind && !isFull && fullStops.has(stop),
  }
}

/** A complete crawl that finds a smaller share than this of what the last one found does not drop the other pages. */
const shareMin = 1 / 2

/**
 * Returns the outcome of a crawl that may have found far fewer pages than the last complete one with the same settings,
 * as where every address of the site shows a page about its maintenance. It then does not count as whole, so that no
 * page is dropped that it has not seen. The next one is compared with this one: if it finds as few, the pages are gone
 * (Rule 181).
 *
 * @param before 0: there was no complete crawl.
 */
export function concludeShrunk(conclusion: CrawlConclusion, pages: number, before: number): CrawlConclusion {
  if (!conclusion.isWhole || pages >= before * shareMin) return conclusion
  const found = pages === 1 ? '1 page' : `${pages} pages`
  const kept = `the crawl found ${found}, the last complete one ${before}: pages that it did not find are kept, unless the next one finds as few`
  return { syncStatus: 'partial', error: join([conclusion.error, kept]), isWhole: false }
}

function failureMessage(count: number, example: string | null): string {
  const pages = count === 1 ? '1 page failed' : `${count} pages failed`
  return example === null ? pages : `${pages}: ${example}`
}

function join(messages: readonly (string | null)[]): string | null {
  const said = messages.filter((message) => message !== null)
  return said.length === 0 ? null : said.join('; ')
}
