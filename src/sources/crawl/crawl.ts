export const crawlingStrategies = ['sitemap', 'deep_crawl'] as const
/** `deep_crawl` follows links from the start, breadth first; `sitemap` takes what the site's sitemaps name. */
export type CrawlingStrategy = (typeof crawlingStrategies)[number]

export const crawlers = ['crawler_a', 'crawler_b'] as const
/** `crawler_a` takes documents as the server sends them, `crawler_b` as scripts have made them. */
export type Crawler = (typeof crawlers)[number]

/** `superseded`: the same domain was asked for anew while it ran. */
export const crawlStates = ['waiting', 'running', 'finished', 'failed', 'cancelled', 'superseded'] as const
export type CrawlState = (typeof crawlStates)[number]

/** The bound that ended a crawl before it ran out of pages. `silence`: the site has stopped answering. */
export const crawlStops = ['max_pages', 'quota', 'requests', 'bytes', 'time', 'silence'] as const
export type CrawlStop = (typeof crawlStops)[number]

/**
 * What a crawl waits for: that another one of its organization has left its host, or that a worker takes it up, for which
 * it may need a place or a host that another organization crawls. Nobody learns what others crawl.
 */
export const crawlWaits = ['host', 'worker'] as const
export type CrawlWait = (typeof crawlWaits)[number]

/** `gone`: the server says that there is no such page, which is no failure. */
export const crawlUrlStates = ['waiting', 'indexed', 'unchanged', 'skipped', 'failed', 'gone'] as const
export type CrawlUrlState = (typeof crawlUrlStates)[number]

/** What is asked of a crawl. */
export interface CrawlSettings {
  /** As it is named: `example.com/docs`. */
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
  /** Those that were asked for, answered or not. */
  asked: string[]
  waiting: WaitingSitemap[]
  /** How many could be read. */
  read: number
  /** What hindered it, in plain words; null where nothing did. */
  fault: string | null
}

export interface WaitingSitemap {
  url: string
  nesting: number
  /** At a usual place, where there may be none. */
  isGuess: boolean
}
