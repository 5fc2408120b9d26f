export const crawlingStrategies = ['sitemap', 'deep_crawl'] as const
/** `deep_crawl` follows links from the start, breadth first; `sitemap` takes what the site's sitemaps name. */
export type CrawlingStrategy = (typeof crawlingStrategies)[number]

export const crawlers = ['crawler_a', 'crawler_b'] as const
/** `crawler_a` reads pages as the server sends them; `crawler_b` renders them in a browser. */
export type Crawler = (typeof crawlers)[number]

/** `superseded`: the same domain was requested again while the crawl ran. */
export const crawlStates = ['waiting', 'running', 'finished', 'failed', 'cancelled', 'superseded'] as const
export type CrawlState = (typeof crawlStates)[number]

/** The bound that ended a crawl before it ran out of pages. `silence`: the site has stopped answering. */
export const crawlStops = ['max_pages', 'quota', 'requests', 'bytes', 'time', 'silence'] as const
export type CrawlStop = (typeof crawlStops)[number]

/**
 * What a crawl waits for. `host`: another crawl of the organization uses the host. `worker`: no worker has claimed the
 * crawl, for lack of a place or because another organization uses the host; no tenant may learn which.
 */
export const crawlWaits = ['host', 'worker'] as const
export type CrawlWait = (typeof crawlWaits)[number]

/** `gone`: the server answered that the page does not exist, which is no failure. */
export const crawlUrlStates = ['waiting', 'indexed', 'unchanged', 'skipped', 'failed', 'gone'] as const
export type CrawlUrlState = (typeof crawlUrlStates)[number]

/** The settings of a crawl. */
export interface CrawlSettings {
  /** The name of the source, such as `example.com/docs`. */
  domain: string
  start_url: string
  crawling_strategy: CrawlingStrategy
  max_pages: number
  max_depth: number
  include_patterns: string[]
  exclude_patterns: string[]
  crawler: Crawler
}

/** How far a crawl has come. Found URLs are waiting, indexed, unchanged, skipped, failed or gone. */
export interface CrawlCounts {
  found: number
  fetched: number
  indexed: number
  unchanged: number
  skipped: number
  failed: number
  gone: number
  bytes: number
}

/** How far the reading of a site's sitemaps has come. */
export interface SitemapProgress {
  /** The sitemaps that were requested, whether they were answered or not. */
  asked: string[]
  waiting: WaitingSitemap[]
  /** How many sitemaps could be read. */
  read: number
  /** Why sitemaps could not be read, in plain words; null where all could. */
  fault: string | null
}

export interface WaitingSitemap {
  url: string
  nesting: number
  /** Whether this is only a usual address, at which there may be no sitemap. */
  isGuess: boolean
}
