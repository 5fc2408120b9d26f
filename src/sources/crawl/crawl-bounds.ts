/** The bounds of an organization for all its projects together. */
export const organizationBounds = {
  domains: 1_000,
  /** Crawls that wait or run. With half as many, recrawls wait. */
  openCrawls: 250,
} as const

/** The most crawls that one process runs at once: reading pages takes much processor time. */
export const crawlsMax = 2

/** The bounds of a crawl besides its page limit, so that every crawl ends (Promise 49). */
export const crawlBounds = {
  /** Requests for each wanted page: most sites have more pages that are not indexed than pages that are. */
  requestsPerPage: 5,
  requestsAtLeast: 100,
  /** Bytes as they are transferred. */
  bytes: 2 * 1_024 ** 3,
  /** The time for which workers hold the crawl. */
  ms: 12 * 3_600_000,
  /** After as many requests in a row without an answer the site counts as down. */
  silentRequests: 20,
  /** URLs that are remembered for each wanted page; others are dropped (`withinRoom`). */
  urlsPerPage: 30,
  urlsAtLeast: 2_000,
  /** Redirections and canonical links one after another. */
  hops: 5,
  /** Requests for one page whose server fails. */
  attempts: 3,
  /** The longest pause that a `Retry-After` can ask for. */
  retryAfterMs: 120_000,
  /** Links of a page that are kept for the next crawl. A page with more is always fetched in full. */
  linksKept: 2_000,
} as const

/** Returns the most requests for pages that a crawl makes. */
export function requestsMaxOf(maxPages: number): number {
  return crawlBounds.requestsAtLeast + crawlBounds.requestsPerPage * maxPages
}

/** Returns the most URLs that a crawl remembers. */
export function urlsMaxOf(maxPages: number): number {
  return crawlBounds.urlsAtLeast + crawlBounds.urlsPerPage * maxPages
}

/**
 * Returns the found URLs that a crawl remembers, each once, as far as there is room. URLs that its settings exclude get
 * half of the room, so that they leave enough for the pages that are wanted.
 */
export function withinRoom<Found extends { url: string; skipped: object | null }>(
  found: readonly Found[],
  maxPages: number,
  counts: { found: number; skipped: number },
): Found[] {
  const urlsMax = urlsMaxOf(maxPages)
  let [room, roomForExcluded] = [urlsMax - counts.found, Math.floor(urlsMax / 2) - counts.skipped]
  const kept = new Map<string, Found>()
  for (const one of found) {
    if (room <= 0) break
    if (kept.has(one.url)) continue
    if (one.skipped !== null && roomForExcluded-- <= 0) continue
    kept.set(one.url, one)
    room--
  }
  return [...kept.values()]
}
