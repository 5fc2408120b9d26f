import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import type { CrawlEngine, FetchedPage } from '../../providers/web/engines/crawl-engine.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import { concludeCrawl, concludeUnreachable } from './conclude-crawl.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import { crawlBounds, requestsMaxOf } from './crawl-bounds.ts'
import type { CrawlSettings, CrawlStop, SitemapProgress } from './crawl.ts'
import type { CrawlStore, Settled, TakenUrl, Verdict, Visit } from './frontier/crawl-store.ts'
import { LostLease } from './lost-lease.ts'
import type { ReadPage } from './reader/read-page.ts'
import { visitOf, visitPage } from './reader/visit-page.ts'
import { createDecideUrls } from './rules/decide-url.ts'
import type { DecideUrls } from './rules/decide-url.ts'
import type { JudgeUrls } from './rules/url-judge.ts'
import { seedCrawl } from './sitemap/seed-crawl.ts'

/** The settings, tools and progress of a crawl. */
export interface CrawlRun {
  settings: CrawlSettings
  store: CrawlStore
  openEngine: () => Promise<CrawlEngine>
  webFetch: WebFetch
  robotsOf: RobotsFiles
  readPage: ReadPage
  judgeUrls: JudgeUrls
  clock: Clock
  timing: CrawlTiming
  /** When the first URLs were known; null where they are not yet. */
  seededAt: Date | null
  startedAt: Date
  /** How long workers have held it in earlier runs. */
  workedMs: number
  /**
   * Where the reading of sitemaps stopped in an earlier run, or how it ended if some could not be read; null where
   * neither happened.
   */
  seeding: SitemapProgress | null
  /** Stores how far the reading of sitemaps has come, when `beforeRequest` ends the run between two of them. */
  keepSeeding?: (progress: SitemapProgress) => Promise<void>
  /** Called once the first URLs are known, with why sitemaps could not be read; null where all could. */
  onSeeded?: (fault: string | null) => Promise<void>
  /**
   * Called before each URL or sitemap is taken, with the number of requests so far; an error that it throws ends the
   * run.
   */
  beforeRequest?: (fetched: number) => Promise<void>
  /** Called with each URL that was taken and its outcome. */
  onSettled?: (taken: TakenUrl, settled: Settled) => void
  signal: AbortSignal
}

export interface CrawlTiming {
  /** The pause between two requests, unless robots.txt asks for a longer one. */
  pauseMs: number
  /** The pause after the first failure of a page; longer after the next ones. */
  retryMs: number
  /** The pause before a URL is tried again whose robots.txt can't be read any more. It is remembered for a minute. */
  robotsRetryMs: number
  /** How long a crawl keeps its worker's place where others wait for one. */
  sliceMs: number
  /** How long somebody waits for a preview; `previewBounds.ms` if absent. */
  previewMs?: number
}

export const usualTiming: CrawlTiming = { pauseMs: 0, retryMs: 2_000, robotsRetryMs: 60_000, sliceMs: 60_000 }

/** The pause between two checks whether other crawls wait, while a crawl waits until it may try a page again. */
const waitMsMax = 5_000

/**
 * Runs a crawl to its end, from where its store stands. It makes one request at a time, none that robots.txt forbids or
 * the settings exclude (Rule 33), and never more than the bounds allow.
 *
 * @throws the signal's reason, an error of the store, or a {@link PageFault}. The store then holds what was settled so
 * far.
 */
export async function runCrawl(run: CrawlRun): Promise<CrawlConclusion> {
  const { settings, store, signal } = run
  const { origin } = new URL(settings.start_url)
  const robots = await run.robotsOf(origin, signal, run.startedAt)
  signal.throwIfAborted()
  if (!robots.isReachable) return concludeUnreachable(robots.detail)
  const spacing = createSpacing(robots.robots.crawlDelayMs ?? run.timing.pauseMs, signal)
  spacing.requestEnded()
  const decide = createDecideUrls(settings, run.judgeUrls, run.seededAt === null ? [] : await store.known())
  // A run that goes on must know it: otherwise it takes the pages of that sitemap for gone.
  let seedFault = run.seeding?.fault ?? null
  if (run.seededAt === null) {
    const { webFetch } = run
    seedFault = await seedCrawl({
      store,
      webFetch,
      robots: robots.robots,
      robotsOf: (of) => run.robotsOf(of, signal, run.startedAt),
      decide,
      settings,
      pause: spacing.wait,
      progress: run.seeding,
      beforeSitemap: (progress) => checkSlice(run, progress),
      signal,
    })
    await run.onSeeded?.(seedFault)
  }
  const visiting = {
    store,
    decide,
    readPage: run.readPage,
    follows: settings.crawling_strategy === 'deep_crawl',
    retryMs: run.timing.retryMs,
  }
  const visits = createVisits((taken, fetched) =>
    blaming(run, taken, async () => {
      const visit = await visitPage(visiting, taken, fetched)
      if (visit.verdict.kind === 'retry') spacing.holdBack(visit.verdict.afterMs)
      await settle(run, decide, taken, visit)
    }),
  )
  const bounds = createBounds(run)
  const reachedOrigins = new Set([origin])
  await using engine = await run.openEngine()
  try {
    for (;;) {
      const taken = await nextUrl({ run, decide, spacing, bounds, visits, reachedOrigins })
      if (taken === null) break
      const fetched = await blaming(run, taken, () => engine.fetch(taken, signal))
      signal.throwIfAborted()
      spacing.requestEnded()
      bounds.note(fetched)
      await visits.begin(taken, fetched)
    }
  } finally {
    await visits.done()
  }
  return concludeCrawl({
    strategy: settings.crawling_strategy,
    counts: store.counts(),
    stop: store.stop(),
    faults: await store.faults(),
    seedFault,
    maxPages: settings.max_pages,
  })
}

async function checkSlice(run: CrawlRun, progress: SitemapProgress): Promise<void> {
  try {
    await run.beforeRequest?.(run.store.counts().fetched)
  } catch (error) {
    await run.keepSeeding?.(progress)
    throw error
  }
}

/** A fault of this process while it worked on a page. The page may be the cause. */
export class PageFault extends Error {
  override name = 'PageFault'
  url: string

  constructor(url: string, cause: unknown) {
    super(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.url = url
  }
}

/** Runs the work. @throws {PageFault} if it throws anything else than that the crawl is stopped or lost. */
async function blaming<T>({ signal }: CrawlRun, { url }: TakenUrl, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted || error instanceof LostLease ? error : new PageFault(url, error)
  }
}

/** Judges and writes one page while the next is fetched. */
interface Visits {
  /** Begins the visit of a page once the visit before it has ended. */
  begin: (taken: TakenUrl, fetched: FetchedPage) => Promise<void>
  /** Resolves once no visit is under way; rejects where one has failed. */
  done: () => Promise<void>
  isUnderWay: () => boolean
}

function createVisits(visit: (taken: TakenUrl, fetched: FetchedPage) => Promise<void>): Visits {
  let underWay: Promise<void> | null = null
  const done = async (): Promise<void> => {
    await underWay
    underWay = null
  }
  return {
    begin: async (taken, fetched) => {
      await done()
      underWay = visit(taken, fetched)
      // The next `done` rejects; without a handler until then, the rejection would end the process.
      underWay.catch(() => {})
    },
    done,
    isUnderWay: () => underWay !== null,
  }
}

interface RunningCrawl {
  run: CrawlRun
  decide: DecideUrls
  spacing: Spacing
  bounds: Bounds
  visits: Visits
  /** Origins whose robots.txt could be read in this run. */
  reachedOrigins: Set<string>
}

/**
 * Waits for the next URL that may be requested, and returns it; null where none is left. Settles URLs that robots.txt
 * forbids.
 */
async function nextUrl(running: RunningCrawl): Promise<TakenUrl | null> {
  const { run, decide, spacing, bounds, visits, reachedOrigins } = running
  const { store, signal } = run
  for (;;) {
    signal.throwIfAborted()
    if (bounds.isNear()) await visits.done()
    await bounds.stopAtLimit()
    await run.beforeRequest?.(store.counts().fetched)
    const next = await store.take()
    // The page that is being visited may add URLs, or be put off and come again.
    if (next.kind !== 'url' && visits.isUnderWay()) {
      await visits.done()
      continue
    }
    if (next.kind === 'none') {
      if (store.stop() === null && (await store.reviveCanonicals()) > 0) continue
      return null
    }
    if (next.kind === 'later') {
      await delay(Math.min(next.ms, waitMsMax), undefined, { signal })
      continue
    }
    const { taken } = next
    if (taken.attempts > crawlBounds.attempts) {
      // A failing server is given up after fewer attempts. So the worker must have failed or ended each time.
      const verdict = { kind: 'failed', detail: 'the worker that read it failed, each time' } as const
      await settle(run, decide, taken, visitOf(verdict))
      continue
    }
    const { origin, pathname, search } = new URL(taken.url)
    const robots = await run.robotsOf(origin, signal, run.startedAt)
    signal.throwIfAborted()
    if (robots.isReachable) reachedOrigins.add(origin)
    if (robots.robots.allows(pathname + search)) {
      await spacing.wait()
      return taken
    }
    const verdict = robots.isReachable
      ? ({ kind: 'skipped', reason: 'robots', detail: 'robots.txt forbids it', leadsTo: null } as const)
      : withoutRobots(taken, `robots.txt of ${origin}: ${robots.detail}`, {
          wasReached: reachedOrigins.has(origin),
          afterMs: run.timing.robotsRetryMs,
        })
    await settle(run, decide, taken, visitOf(verdict))
  }
}

/**
 * Returns what follows for a URL whose robots.txt can't be read, which forbids everything for now, but not for good. A
 * site that is away for a moment must not cost the crawl all pages that wait, so they are tried again.
 */
function withoutRobots(
  { attempts }: TakenUrl,
  detail: string,
  { wasReached, afterMs }: { wasReached: boolean; afterMs: number },
): Verdict {
  const mayReturn = wasReached && attempts < crawlBounds.attempts
  return mayReturn ? { kind: 'retry', detail, afterMs } : { kind: 'failed', detail }
}

async function settle(run: CrawlRun, decide: DecideUrls, taken: TakenUrl, visit: Visit): Promise<void> {
  const settled = await run.store.settle(taken, visit, decide)
  run.onSettled?.(taken, settled)
  if (settled.isQuotaReached)
    await run.store.skipRest('quota', 'quota', 'the organization has as many links as its plan allows')
}

interface Spacing {
  wait: () => Promise<void>
  requestEnded: () => void
  /** Delays all requests for this long. */
  holdBack: (ms: number) => void
}

/** Spaces the requests of a crawl. The pause counts from the end of the last one. */
function createSpacing(pauseMs: number, signal: AbortSignal): Spacing {
  let freeAt = 0
  const later = (ms: number) => {
    freeAt = Math.max(freeAt, performance.now() + ms)
  }
  return {
    wait: async () => {
      const ms = freeAt - performance.now()
      if (ms > 0) await delay(ms, undefined, { signal })
      later(pauseMs)
    },
    requestEnded: () => later(pauseMs),
    holdBack: later,
  }
}

interface Bounds {
  note: (fetched: FetchedPage) => void
  /** Whether the page that is being visited may be the last. */
  isNear: () => boolean
  /** Skips the remaining URLs where a bound is reached. */
  stopAtLimit: () => Promise<void>
}

function createBounds({ settings, store, clock, workedMs }: CrawlRun): Bounds {
  const begunAt = clock.now().getTime()
  const requestsMax = requestsMaxOf(settings.max_pages)
  let silent = 0
  const find = (): { stop: CrawlStop; detail: string } | null => {
    const { indexed, unchanged, fetched, bytes } = store.counts()
    if (indexed + unchanged >= settings.max_pages)
      return { stop: 'max_pages', detail: `the crawl has its ${settings.max_pages} pages` }
    if (fetched >= requestsMax) return { stop: 'requests', detail: `after ${fetched} requests` }
    if (bytes >= crawlBounds.bytes) return { stop: 'bytes', detail: `after ${bytes} bytes` }
    if (workedMs + clock.now().getTime() - begunAt >= crawlBounds.ms)
      return { stop: 'time', detail: `after ${crawlBounds.ms / 3_600_000} hours of work` }
    if (silent >= crawlBounds.silentRequests)
      return { stop: 'silence', detail: 'the site has stopped answering' }
    return null
  }
  return {
    note: ({ kind }) => {
      silent = kind === 'failed' ? silent + 1 : 0
    },
    isNear: () => {
      const { indexed, unchanged } = store.counts()
      return indexed + unchanged + 1 >= settings.max_pages || find() !== null
    },
    stopAtLimit: async () => {
      const found = store.stop() === null ? find() : null
      if (found !== null) await store.skipRest(found.stop, 'limit', found.detail)
    },
  }
}
