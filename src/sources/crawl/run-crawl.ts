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
import { createDecideUrls } from './rules/decide-url.ts'
import type { DecideUrls } from './rules/decide-url.ts'
import type { JudgeUrls } from './rules/url-judge.ts'
import type { ReadPage } from './reader/read-page.ts'
import { seedCrawl } from './sitemap/seed-crawl.ts'
import { visitPage } from './reader/visit-page.ts'

/** Everything that a run of a crawl needs. */
export interface CrawlRun {
  settings: CrawlSettings
  store: CrawlStore
  openEngine: () => Promise<CrawlEngine>
  webFetch: WebFetch
  robotsOf: RobotsFiles
  readPage: ReadPage
  judgeUrls: JudgeUrls
  clock: Clock
  pace: CrawlPace
  /** Null where the first URLs are not known yet. */
  seededAt: Date | null
  startedAt: Date
  /** How long workers have worked on it before. */
  workedMs: number
  /** Where the reading of sitemaps stopped in an earlier turn; null where it did not. */
  seeding: SitemapProgress | null
  /** Keeps how far the reading of sitemaps has come, where `onTurn` ends the run between two. */
  keepSeeding?: (progress: SitemapProgress) => Promise<void>
  /** Told once the first URLs are known. */
  onSeeded?: () => Promise<void>
  /** Asked before each URL or sitemap is taken, with the requests so far; what it throws ends the run. */
  onTurn?: (fetched: number) => Promise<void>
  /** Told of each URL that was taken, as it is settled. */
  onSettled?: (taken: TakenUrl, settled: Settled) => void
  signal: AbortSignal
}

export interface CrawlPace {
  /** Between two requests, where robots.txt asks for no more. */
  pauseMs: number
  /** After the first failure of a page; longer after the next. */
  retryMs: number
  /** How long a crawl keeps its worker's place where others wait for one. */
  sliceMs: number
}

export const usualPace: CrawlPace = { pauseMs: 0, retryMs: 2_000, sliceMs: 60_000 }

/** Between two looks whether others wait, while a crawl itself waits until it may try a page again. */
const waitMsMax = 5_000

/**
 * Runs a crawl from the state of its store to its end. It makes one request at a time, none that robots.txt forbids or the
 * settings exclude (Rule 33), and never more than the limits allow.
 *
 * @throws whatever the store throws, and the signal's reason: the crawl then stands where it stood.
 */
export async function runCrawl(run: CrawlRun): Promise<CrawlConclusion> {
  const { settings, store, signal } = run
  const { origin } = new URL(settings.start_url)
  const robots = await run.robotsOf(origin, signal, run.startedAt)
  signal.throwIfAborted()
  if (!robots.isReachable) return concludeUnreachable(robots.detail)
  const turn = createTurn(robots.robots.crawlDelayMs ?? run.pace.pauseMs, signal)
  turn.end()
  const decide = createDecideUrls(settings, run.judgeUrls, run.seededAt === null ? [] : await store.known())
  let seedFault: string | null = null
  if (run.seededAt === null) {
    const { webFetch } = run
    seedFault = await seedCrawl({
      store,
      webFetch,
      robots: robots.robots,
      decide,
      settings,
      pause: turn.wait,
      progress: run.seeding,
      onTurn: (progress) => takeSeedingTurn(run, progress),
      signal,
    })
    await run.onSeeded?.()
  }
  const visiting = {
    store,
    decide,
    readPage: run.readPage,
    follows: settings.crawling_strategy === 'deep_crawl',
    retryMs: run.pace.retryMs,
  }
  const visits = createVisits((taken, fetched) =>
    blaming(run, taken, async () => {
      const visit = await visitPage(visiting, taken, fetched)
      if (visit.verdict.kind === 'retry') turn.holdBack(visit.verdict.afterMs)
      await settle(run, decide, taken, visit)
    }),
  )
  const bounds = createBounds(run)
  await using engine = await run.openEngine()
  try {
    for (;;) {
      const taken = await nextUrl({ run, decide, turn, bounds, visits })
      if (taken === null) break
      const fetched = await blaming(run, taken, () => engine.fetch(taken, signal))
      signal.throwIfAborted()
      turn.end()
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
  })
}

async function takeSeedingTurn(run: CrawlRun, progress: SitemapProgress): Promise<void> {
  try {
    await run.onTurn?.(run.store.counts().fetched)
  } catch (error) {
    await run.keepSeeding?.(progress)
    throw error
  }
}

/** A fault of this process while it worked on a page, which may be why. */
export class PageFault extends Error {
  override name = 'PageFault'
  url: string

  constructor(url: string, cause: unknown) {
    super(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.url = url
  }
}

/** @throws {PageFault} where the work throws anything but that the crawl is stopped or lost. */
async function blaming<T>({ signal }: CrawlRun, { url }: TakenUrl, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted || error instanceof LostLease ? error : new PageFault(url, error)
  }
}

/** One page is judged and written while the next is asked for. */
interface Visits {
  /** Begins the visit of a page once that of the one before has ended. */
  begin: (taken: TakenUrl, fetched: FetchedPage) => Promise<void>
  /** Resolves once none is under way; rejects where one has failed. */
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
      // Whoever waits for it next learns of its failure.
      underWay.catch(() => {})
    },
    done,
    isUnderWay: () => underWay !== null,
  }
}

interface Course {
  run: CrawlRun
  decide: DecideUrls
  turn: Turn
  bounds: Bounds
  visits: Visits
}

/** Returns the next URL that may be requested now. URLs that robots.txt forbids are settled on the way. */
async function nextUrl({ run, decide, turn, bounds, visits }: Course): Promise<TakenUrl | null> {
  const { store, signal } = run
  for (;;) {
    signal.throwIfAborted()
    if (bounds.isNear()) await visits.done()
    await bounds.stopAtLimit()
    await run.onTurn?.(store.counts().fetched)
    const next = await store.take()
    // The page that is being visited may bring more, or be to be tried again.
    if (next.kind !== 'url' && visits.isUnderWay()) {
      await visits.done()
      continue
    }
    if (next.kind === 'none') return null
    if (next.kind === 'later') {
      await delay(Math.min(next.ms, waitMsMax), undefined, { signal })
      continue
    }
    const { taken } = next
    if (taken.attempts > crawlBounds.attempts) {
      // Failures of the server are counted before they are tried again: this one was never settled.
      const verdict = { kind: 'failed', detail: 'the worker that read it failed, each time' } as const
      await settle(run, decide, taken, unasked(verdict))
      continue
    }
    const { origin, pathname, search } = new URL(taken.url)
    const robots = await run.robotsOf(origin, signal, run.startedAt)
    signal.throwIfAborted()
    if (robots.robots.allows(pathname + search)) {
      await turn.wait()
      return taken
    }
    // A robots.txt that cannot be read forbids everything for now, but does not mean that pages are gone.
    const verdict = robots.isReachable
      ? ({ kind: 'skipped', reason: 'robots', detail: 'robots.txt forbids it', leadsTo: null } as const)
      : ({ kind: 'failed', detail: `robots.txt of ${origin}: ${robots.detail}` } as const)
    await settle(run, decide, taken, unasked(verdict))
  }
}

/** For a URL that nothing was asked for. */
function unasked(verdict: Verdict): Visit {
  return { verdict, status: null, isFetched: false, bytes: 0, found: [] }
}

async function settle(run: CrawlRun, decide: DecideUrls, taken: TakenUrl, visit: Visit): Promise<void> {
  const settled = await run.store.settle(taken, visit, decide)
  run.onSettled?.(taken, settled)
  if (settled.isQuotaReached)
    await run.store.skipRest('quota', 'quota', 'the organization has as many links as its plan takes')
}

interface Turn {
  wait: () => Promise<void>
  end: () => void
  holdBack: (ms: number) => void
}

/** Spaces the requests: the pause begins at the end of the last one. */
function createTurn(pauseMs: number, signal: AbortSignal): Turn {
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
    end: () => later(pauseMs),
    holdBack: later,
  }
}

interface Bounds {
  note: (fetched: FetchedPage) => void
  /** Whether the page that is being visited may be the last. */
  isNear: () => boolean
  /** Skips what is left where a bound is reached. */
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
