/** Limits of an organization, over all its projects. */
export const organizationBounds = {
  domains: 1_000,
  /** Crawls that wait or run. Recrawls wait from half of them on. */
  openCrawls: 250,
} as const

/** Limits of every crawl beside its page limit, so that it ends whatever the site does (Promise 49). */
export const crawlBounds = {
  /** Requests for each page of `max_pages`: most sites have more pages that are not indexed than pages that are. */
  requestsPerPage: 5,
  requestsAtLeast: 100,
  /** On the wire. */
  bytes: 2 * 1_024 ** 3,
  /** In the places of workers. */
  ms: 12 * 3_600_000,
  /** After so many consecutive requests without a response the site counts as down. */
  silentRequests: 20,
  /** URLs that are stored for each page of `max_pages`; further ones are dropped. */
  urlsPerPage: 30,
  urlsAtLeast: 2_000,
  /** Redirections and canonical links one after another. */
  hops: 5,
  /** How often one page is requested after server errors. */
  attempts: 3,
  /** The longest pause that a `Retry-After` gets. */
  retryAfterMs: 120_000,
  /** Links of a page that are stored for the next crawl; a page with more is always fetched in full. */
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
