import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { OpenEngine } from '../../providers/web/engines/open-engine.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import { renewWords } from '../index/renew-words.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import type { CrawlMetrics } from './crawl-metrics.ts'
import { releaseLease, updateSeeded, updateSeeding, updateSyncing, yieldLease } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'
import { finishCrawl } from './finish-crawl.ts'
import { createDatabaseStore } from './frontier/database-store.ts'
import { beginHostSlice, HostYielded } from './host-slice.ts'
import type { KeptLease } from './keep-lease.ts'
import { LostLease } from './lost-lease.ts'
import { beginPlaceSlice, PlaceYielded } from './place-slice.ts'
import type { ReaderProcesses } from './reader/reader-processes.ts'
import { dropExcludedPages } from './rules/drop-excluded.ts'
import { patternsFault } from './rules/patterns.ts'
import type { JudgeUrls } from './rules/url-judge.ts'
import { PageFault, runCrawl } from './run-crawl.ts'
import type { CrawlTiming } from './run-crawl.ts'

export interface CrawlContext {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  hints: Pick<HintPublisher, 'publish'>
  webFetch: WebFetch
  robotsOf: RobotsFiles
  openEngine: OpenEngine
  judgeUrls: JudgeUrls
  crawlMetrics: CrawlMetrics
  crawlTiming: CrawlTiming
}

/** A crawl with this many starts fails: it is probably the reason why its workers end. */
const startsMax = 20

/**
 * Works on a crawl until it ends, the signal aborts or the lease is lost. Releases an unfinished crawl, so that another
 * worker continues it. Never rejects.
 */
export async function workOnCrawl(
  context: CrawlContext,
  crawl: HeldCrawl,
  lease: KeptLease,
  readers: ReaderProcesses,
  stop: AbortSignal,
): Promise<void> {
  const { db, log, crawlMetrics } = context
  const whose = { organization_id: crawl.organization_id, source_id: crawl.source_id, crawl_id: crawl._id }
  const store = createDatabaseStore({ ...context, crawl })
  const begunAt = performance.now()
  log.info({ ...whose, starts: crawl.starts }, 'a crawl begins')
  try {
    await updateSyncing(db, crawl, context.clock.now())
    const { organization_id, project_id, source_id } = crawl
    context.hints.publish({ topic: 'sources', organization_id, project_id, ids: [source_id] })
    const signal = AbortSignal.any([lease.signal, stop])
    const conclusion =
      refusedBySettings(crawl) ?? (await conclude(context, crawl, { store, readers, signal }))
    const { indexed, unchanged } = store.counts()
    if (conclusion.isWhole && indexed > 0) await renewWords(db, crawl, signal)
    const outcome = await finishCrawl(context, crawl, { conclusion, pages: indexed + unchanged })
    crawlMetrics.crawls.inc({ outcome })
    const seconds = Number(((performance.now() - begunAt) / 1_000).toFixed(3))
    log.info({ ...whose, ...store.counts(), outcome, seconds }, 'a crawl ended')
  } catch (error) {
    await release(error)
  }

  async function release(error: unknown): Promise<void> {
    const isLost = error instanceof LostLease || lease.signal.aborted
    const isYielded = error instanceof HostYielded || error instanceof PlaceYielded
    const isMeant = isLost || stop.aborted || isYielded
    crawlMetrics.crawls.inc({
      outcome: isLost ? 'lost' : stop.aborted ? 'stopped' : isYielded ? 'yielded' : 'fault',
    })
    if (isMeant) log.info({ ...whose, is_lost: isLost }, 'a crawl was released')
    else log.error({ ...whose, err: error }, 'a crawl failed')
    // After a fault the crawl pauses, so that a lasting fault does not repeat all the time.
    const pauseSeconds = isMeant ? 0 : 10 * crawl.starts
    try {
      // The attempt counts for a page that makes this process fail or die, so that it is not tried without end.
      if (!isLost) await store.giveBack(!isMeant && error instanceof PageFault ? error.url : null)
      if (isYielded) await yieldLease(db, crawl)
      else await releaseLease(db, crawl, pauseSeconds)
    } catch (releaseError) {
      // The lease expires by itself.
      log.warn({ ...whose, err: releaseError }, 'a crawl could not be released')
    }
  }
}

/** Returns a failed outcome if the patterns exceed the bounds, as those of an earlier version may; else null. */
function refusedBySettings({ include_patterns, exclude_patterns }: HeldCrawl): CrawlConclusion | null {
  const fault = patternsFault(include_patterns) ?? patternsFault(exclude_patterns)
  const error = `the patterns can not be used any more, add the domain again with others: ${fault}`
  return fault === null ? null : { syncStatus: 'failed', error, isWhole: false, isLasting: true }
}

async function conclude(
  context: CrawlContext,
  crawl: HeldCrawl,
  {
    store,
    readers,
    signal,
  }: { store: ReturnType<typeof createDatabaseStore>; readers: ReaderProcesses; signal: AbortSignal },
): Promise<CrawlConclusion> {
  if (crawl.starts > startsMax) {
    const error = `the crawl was started ${startsMax} times and did not come to its end`
    return { syncStatus: 'failed', error, isWhole: false, isLasting: true }
  }
  if (crawl.seeded_at === null) await dropExcludedPages(context, crawl)
  const { db, clock, crawlMetrics } = context
  const tenant = crawl.organization_id
  const checkPlaceSlice = beginPlaceSlice(db, crawl, context.crawlTiming.sliceMs)
  const checkHostSlice = beginHostSlice(db, crawl)
  return await runCrawl({
    settings: crawl,
    store,
    openEngine: () => context.openEngine(crawl.crawler, tenant),
    judgeUrls: context.judgeUrls,
    webFetch: (request) => context.webFetch({ ...request, tenant }),
    robotsOf: (origin, asking, since) => context.robotsOf(origin, asking, since, tenant),
    readPage: (page) => readers.read({ ...page, language: crawl.language }),
    clock,
    timing: context.crawlTiming,
    seededAt: crawl.seeded_at === null ? null : new Date(crawl.seeded_at),
    startedAt: new Date(crawl.started_at),
    workedMs: crawl.worked_ms,
    seeding: crawl.seeding,
    keepSeeding: (progress) => updateSeeding(db, crawl, progress),
    onSeeded: async (fault) => {
      if (!(await updateSeeded(db, crawl, fault, clock.now()))) throw new LostLease()
    },
    beforeRequest: async (fetched) => {
      await checkPlaceSlice()
      await checkHostSlice(fetched)
    },
    onSettled: (_taken, { state }) => crawlMetrics.urls.inc({ crawler: crawl.crawler, state }),
    signal,
  })
}
