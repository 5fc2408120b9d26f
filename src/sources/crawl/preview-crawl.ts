import type { Clock } from '../../base/clock.ts'
import type { WebAccess } from '../../providers/web/web-access.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import type { CrawlCounts, CrawlSettings } from './crawl.ts'
import type { KnownUrl } from './frontier/memory-store.ts'
import type { CrawlTiming } from './run-crawl.ts'
import { tryCrawlUntil } from './try-crawl.ts'

/** How much of a site a preview looks at, so that somebody can wait for it. */
export const previewBounds = { ms: 20_000, pages: 25, bytes: 10_000_000 } as const

/** `whole`: it has seen all that a crawl would. */
export const previewEnds = ['whole', 'time', 'pages', 'bytes'] as const
export type PreviewEnd = (typeof previewEnds)[number]

/** What a crawl of a site would do, as far as the preview got. */
export interface CrawlPreview {
  robots: {
    is_readable: boolean
    detail: string
    allows_start: boolean
    /** Seconds between two requests; null where it asks for none. */
    crawl_delay_seconds: number | null
    sitemaps: readonly string[]
  }
  ended_by: PreviewEnd
  /** Null unless it has seen all. */
  conclusion: CrawlConclusion | null
  counts: CrawlCounts
  /** In the order in which they were found. Those that wait would be looked at next. */
  urls: readonly KnownUrl[]
}

/**
 * Looks at a site as a crawl with these settings would, for a short time, and stores nothing. It makes the requests of
 * `crawler_a`: scripts of pages don't run.
 *
 * @throws the signal's reason.
 */
export async function previewCrawl(
  context: WebAccess & { clock: Clock; crawlTiming: Pick<CrawlTiming, 'previewMs'> },
  settings: CrawlSettings,
  signal: AbortSignal,
): Promise<CrawlPreview> {
  const enough = new AbortController()
  let endedBy: PreviewEnd = 'whole'
  const end = (by: PreviewEnd): void => {
    if (enough.signal.aborted) return
    endedBy = by
    enough.abort()
  }
  const timer = setTimeout(() => end('time'), context.crawlTiming.previewMs ?? previewBounds.ms)
  try {
    const startedAt = context.clock.now()
    const robots = await readRobots(context, settings, AbortSignal.any([signal, enough.signal]), startedAt)
    if (robots === null) {
      signal.throwIfAborted()
      return { ...nothing, ended_by: 'time', robots: unknownRobots }
    }
    const { conclusion, counts, urls } = await tryCrawlUntil(
      context,
      { ...settings, crawler: 'crawler_a' },
      {
        signal,
        enough: enough.signal,
        startedAt,
        onProgress: ({ indexed, bytes }) => {
          // The last page that the settings allow ends the crawl by itself.
          if (indexed >= previewBounds.pages && indexed < settings.max_pages) end('pages')
          else if (bytes >= previewBounds.bytes) end('bytes')
        },
      },
    )
    return { robots, ended_by: conclusion === null ? endedBy : 'whole', conclusion, counts, urls }
  } finally {
    clearTimeout(timer)
  }
}

/** Returns null if the signal aborts before robots.txt is read. */
async function readRobots(
  { robotsOf }: Pick<WebAccess, 'robotsOf'>,
  { start_url }: CrawlSettings,
  signal: AbortSignal,
  startedAt: Date,
): Promise<CrawlPreview['robots'] | null> {
  const { origin, pathname, search } = new URL(start_url)
  try {
    const { robots, isReachable, detail } = await robotsOf(origin, signal, startedAt)
    return {
      is_readable: isReachable,
      detail,
      allows_start: robots.allows(pathname + search),
      crawl_delay_seconds: robots.crawlDelayMs === null ? null : robots.crawlDelayMs / 1_000,
      sitemaps: robots.sitemaps.slice(0, 20),
    }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

const unknownRobots = {
  is_readable: false,
  detail: 'robots.txt has not answered yet',
  allows_start: false,
  crawl_delay_seconds: null,
  sitemaps: [],
}

const nothing = {
  conclusion: null,
  counts: { found: 0, fetched: 0, indexed: 0, unchanged: 0, skipped: 0, failed: 0, gone: 0, bytes: 0 },
  urls: [],
}
