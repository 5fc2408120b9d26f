/** What no organization goes beyond, over all its projects. */
export const organizationBounds = {
  domains: 1_000,
  /** Crawls that wait or run. Recrawls wait from half of them on. */
  openCrawls: 250,
} as const

/** What no crawl goes beyond, whatever the site does (its page limit comes on top): every crawl ends (Promise 49). */
export const crawlBounds = {
  /** Requests for pages, by pages that are wanted: most sites have more that is not indexed than that is. */
  requestsPerPage: 5,
  requestsAtLeast: 100,
  /** On the wire. */
  bytes: 2 * 1_024 ** 3,
  /** In the places of workers. */
  ms: 12 * 3_600_000,
  /** Requests without an answer one after another, upon which the site counts as down. */
  silentRequests: 20,
  /** URLs that are remembered, by pages that are wanted; those beyond are not written down. */
  urlsPerPage: 30,
  urlsAtLeast: 2_000,
  /** Redirections and canonical links one after another. */
  hops: 5,
  /** Times that one page is asked for, where the server is at fault. */
  attempts: 3,
  /** The longest pause that a `Retry-After` gets. */
  retryAfterMs: 120_000,
  /** Links of an unchanged page that are kept for the next crawl; one with more is always asked for in full. */
  linksKept: 2_000,
} as const

/** Requests for pages that a crawl makes at most. */
export function requestsMaxOf(maxPages: number): number {
  return crawlBounds.requestsAtLeast + crawlBounds.requestsPerPage * maxPages
}

/** URLs that a crawl remembers at most. */
export function urlsMaxOf(maxPages: number): number {
  return crawlBounds.urlsAtLeast + crawlBounds.urlsPerPage * maxPages
}
