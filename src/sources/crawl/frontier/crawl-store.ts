import type { WantedPage } from '../../../providers/web/engines/crawl-engine.ts'
import type { ReadDocument } from '../../index/read-document.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import type { CrawlCounts, CrawlStop, CrawlUrlState } from '../crawl.ts'

/** A URL that a page, a sitemap or a redirection has named, with what was decided of it there. */
export interface FoundUrl {
  url: string
  depth: number
  /** The page or sitemap that named it; null for the start. */
  foundOn: string | null
  hops: number
  /** By its sitemap. */
  changedAt: Date | null
  /** Null: it is to be fetched. */
  skipped: { reason: string; detail: string } | null
}

/** The URL that is due next. */
export interface TakenUrl extends WantedPage {
  depth: number
  hops: number
  /** This one included. */
  attempts: number
  ignoresCanonical: boolean
  /** Of the page as it is in the index; null where they are not known. */
  links: string[] | null
}

/** `later`: those that are left are to be tried again, the first after so long. */
export type Taken = { kind: 'url'; taken: TakenUrl } | { kind: 'later'; ms: number } | { kind: 'none' }

/** The outcome of a URL that was fetched. */
export type Verdict =
  | {
      kind: 'page'
      document: ReadDocument
      etag: string | null
      lastModified: string | null
      /** To be kept for the next crawl; null where they are too many. */
      links: string[] | null
    }
  | { kind: 'unchanged' }
  | { kind: 'skipped'; reason: string; detail: string; leadsTo: string | null }
  | { kind: 'gone' }
  | { kind: 'failed'; detail: string }
  | { kind: 'retry'; detail: string; afterMs: number }

/** A verdict with what it cost and what it brought. */
export interface Visit {
  verdict: Verdict
  /** Null where nothing was asked, or nothing answered. */
  status: number | null
  /** Whether a request was made. */
  isFetched: boolean
  bytes: number
  found: FoundUrl[]
}

export interface Settled {
  state: CrawlUrlState
  reason: string | null
  detail: string | null
  counts: CrawlCounts
  /** The index takes no more pages of the organization. */
  isQuotaReached: boolean
}

/** How a crawl stands to a URL that a page calls its canonical one. `given_up`: it will not be in the index. */
export type Standing = 'unknown' | 'waiting' | 'taken' | 'given_up'

/** The standing to a URL that is in this state; null: in none. */
export function standingOf(state: CrawlUrlState | null): Standing {
  if (state === null) return 'unknown'
  if (state === 'waiting') return 'waiting'
  return state === 'indexed' || state === 'unchanged' ? 'taken' : 'given_up'
}

/** Why a crawl is incomplete. */
export interface CrawlFaults {
  /** What became of the start, where that was no page. */
  start: string | null
  /** One of the failures, as an example. */
  page: string | null
  /** Pages of which nobody knows whether they are still there, nor what they link to. */
  unanswered: number
}

/**
 * The state of a crawl: its URLs, each once, with their outcomes. It is in the database, so that another worker can continue
 * the crawl, or in memory for a dry run.
 */
export interface CrawlStore {
  counts: () => CrawlCounts
  /** The bound that has ended the crawl; null where none has. */
  stop: () => CrawlStop | null
  /**
   * Adds URLs that are not known yet, as far as there is room. One that was skipped for its depth is taken if it turns out to
   * lie nearer; one that was given up for its canonical page, if a redirection leads back to it.
   */
  add: (found: readonly FoundUrl[]) => Promise<void>
  /** Takes the next URL that nobody works on. It stays taken until it is settled. */
  take: () => Promise<Taken>
  /**
   * Writes the outcome of a URL and everything it brought in one step. If the URL was reached by a shorter path, the depth of
   * the URLs that it links to is lowered as well, and so on; `decide` decides which of them to take at their new depth.
   */
  settle: (taken: TakenUrl, visit: Visit, decide: DecideUrls) => Promise<Settled>
  /** The URLs that were to be fetched when they were found. */
  known: () => Promise<string[]>
  standingOf: (url: string) => Promise<Standing>
  faults: () => Promise<CrawlFaults>
  /** Skips all that is left, but what is at hand. */
  skipRest: (stop: CrawlStop, reason: string, detail: string) => Promise<void>
}
