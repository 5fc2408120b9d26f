import type { WantedPage } from '../../../providers/web/engines/crawl-engine.ts'
import type { ReadDocument } from '../../index/read-document.ts'
import { crawlBounds } from '../crawl-bounds.ts'
import type { CrawlCounts, CrawlStop, CrawlUrlState } from '../crawl.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import { isDeadEnd } from './dead-ends.ts'

/** A URL that a page, a sitemap or a redirection names, with the decision on it. */
export interface FoundUrl {
  url: string
  depth: number
  /** The page or sitemap that names it; null for the start. */
  foundOn: string | null
  hops: number
  /** When the page changed, by its sitemap. */
  changedAt: Date | null
  /** Why it is skipped; null if it is to be fetched. */
  skipped: { reason: string; detail: string } | null
}

/** The URL that is due next. */
export interface TakenUrl extends WantedPage {
  depth: number
  hops: number
  /** The attempts so far, with this one. */
  attempts: number
  ignoresCanonical: boolean
  /** The links of the page in the index; null where they are not known. */
  links: string[] | null
}

/** The next URL. `later`: only retries are left, and the first is due after `ms`. */
export type Taken = { kind: 'url'; taken: TakenUrl } | { kind: 'later'; ms: number } | { kind: 'none' }

/** The result of visiting a URL. */
export type Verdict =
  | {
      kind: 'page'
      document: ReadDocument
      etag: string | null
      lastModified: string | null
      /** The links to store for the next crawl; null where they are too many. */
      links: string[] | null
    }
  | { kind: 'unchanged' }
  | { kind: 'skipped'; reason: string; detail: string; leadsTo: string | null }
  | { kind: 'gone' }
  /** `leadsTo`: the redirection that is not followed. Absent where there is no such. */
  | { kind: 'failed'; detail: string; leadsTo?: string }
  | { kind: 'retry'; detail: string; afterMs: number }

/** A verdict with the costs of the visit and the URLs that it found. */
export interface Visit {
  verdict: Verdict
  /** The HTTP status; null where no request was made or no answer came. */
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
  /** Whether no page finds room any more in the plan of the organization. */
  isQuotaReached: boolean
}

/** What a crawl knows about a URL. */
export interface KnownOutcome {
  state: CrawlUrlState
  reason: string | null
  /** Where it redirects to, which text it has, or which address it names as its own. */
  leadsTo: string | null
}

/** The most redirections and canonical links that are followed without a request. */
export const stepsMax = 2 * crawlBounds.hops

/**
 * Follows what a page names as its own address over the redirections and canonical links that the crawl knows. Returns
 * where they end; null where no text is there, or where they lead back to the page, which is then indexed itself.
 *
 * @param canonical may be taken at the depth of the page.
 * @param outcomeOf returns null for a URL that the crawl does not know.
 */
export async function canonicalEnd(
  canonical: string,
  page: string,
  outcomeOf: (url: string) => Promise<KnownOutcome | null>,
): Promise<string | null> {
  let url = canonical
  for (let step = 0; step <= stepsMax && url !== page; step++) {
    const known = await outcomeOf(url)
    if (known === null) return url
    const { state, reason, leadsTo } = known
    // A shorter path lets it wait again.
    if (url === canonical && state === 'skipped' && reason === 'depth') return url
    if (isDeadEnd(state, reason)) return null
    const isPassed = state === 'skipped' && (reason === 'redirect' || reason === 'canonical')
    if (!isPassed || leadsTo === null) return url
    url = leadsTo
  }
  return null
}

/** Why a crawl has less than it should. */
export interface CrawlFaults {
  /** What happened to the start, where it was indexed under none of its addresses. */
  start: string | null
  /** One of the failures, as an example. */
  page: string | null
  /**
   * Pages without an answer, or with one that can't be read or only loads the page again: what they link to is not
   * known. Other redirections are answers.
   */
  unanswered: number
  /** Whether a page found no room in the plan of the organization. */
  isPlanFull: boolean
}

/**
 * The memory of a crawl: its URLs, each once, and their outcomes. It is kept in the database, so that a crawl can
 * resume, or in memory, for a dry run.
 */
export interface CrawlStore {
  counts: () => CrawlCounts
  /** The bound that has ended the crawl; null where none has. */
  stop: () => CrawlStop | null
  /**
   * Adds URLs that are not known yet, as far as there is room. A URL that was skipped for its depth waits again when a
   * shorter path to it is found; one that was skipped for its canonical page, when a redirection leads back to it.
   */
  add: (found: readonly FoundUrl[]) => Promise<void>
  /** Takes the next URL. It stays in progress, and is not taken again, until it is settled. */
  take: () => Promise<Taken>
  /**
   * Writes the outcome of a URL and everything found there in one transaction. A shorter path to a URL also shortens
   * the paths to the URLs that it links to, and so on; `decide` says which of them are taken at their new depth.
   */
  settle: (taken: TakenUrl, visit: Visit, decide: DecideUrls) => Promise<Settled>
  /** Returns the URLs that were not skipped when they were found. */
  known: () => Promise<string[]>
  /** See {@link canonicalEnd}. */
  canonicalEnd: (canonical: string, page: string) => Promise<string | null>
  /**
   * Lets pages wait again that were skipped because they name another address as their own, where that address, or the
   * end of its redirections, has no page. They then ignore it. Returns how many.
   */
  reviveCanonicals: () => Promise<number>
  faults: () => Promise<CrawlFaults>
  /** Skips all URLs that wait. Those in progress stay. */
  skipRest: (stop: CrawlStop, reason: string, detail: string) => Promise<void>
}
