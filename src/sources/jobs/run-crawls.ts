import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import { claimCrawl } from '../crawl/claim-crawl.ts'
import { crawlsMax } from '../crawl/crawl-bounds.ts'
import { nextCrawlDue } from '../crawl/crawl-queries.ts'
import { freeLostCrawls } from '../crawl/crawl-queries.ts'
import type { HeldCrawl } from '../crawl/crawl-queries.ts'
import { keepLease } from '../crawl/keep-lease.ts'
import type { KeptLease } from '../crawl/keep-lease.ts'
import { startReaderProcesses } from '../crawl/reader/reader-processes.ts'
import type { ReaderProcesses } from '../crawl/reader/reader-processes.ts'
import { keepHeapSmall } from '../crawl/reader/small-heap.ts'
import { workOnCrawl } from '../crawl/work-on-crawl.ts'
import type { CrawlContext } from '../crawl/work-on-crawl.ts'

/** How long the reader of pages waits for another crawl: starting one takes a quarter of a second of processor time. */
const readerKeptMs = 10_000

/** What the running crawls share. */
interface Shared {
  readers: ReaderProcesses
  smallHeap: Disposable
}

/**
 * Runs waiting crawls, two at once. The wake signal reports crawls that were requested or canceled. The job also polls,
 * to find crawls whose notification was lost and crawls that a dead worker has left.
 */
export function runCrawls(context: CrawlContext, wakeSignal: WakeSignal): Job {
  const running = new Map<KeptLease, Promise<void>>()
  /** Null while no crawl runs, nor ran a moment ago. */
  let shared: Shared | null = null
  let leaving: NodeJS.Timeout | undefined

  function share(): Shared {
    clearTimeout(leaving)
    shared ??= { readers: startReaderProcesses({ productToken }), smallHeap: keepHeapSmall() }
    return shared
  }

  async function leave(): Promise<void> {
    clearTimeout(leaving)
    const last = shared
    shared = null
    last?.smallHeap[Symbol.dispose]()
    await last?.readers[Symbol.asyncDispose]()
  }

  async function work(
    lease: KeptLease,
    crawl: HeldCrawl,
    readers: ReaderProcesses,
    stop: AbortSignal,
  ): Promise<void> {
    try {
      await workOnCrawl(context, crawl, lease, readers, stop)
    } finally {
      await lease[Symbol.asyncDispose]()
      running.delete(lease)
      if (running.size === 0) leaving = setTimeout(() => void leave(), readerKeptMs)
      wakeSignal.notify()
    }
  }

  return {
    name: 'run crawls',
    pauseMs: 2_000,
    due: nextCrawlDue,
    isBusy: () => running.size > 0,
    wakeSignal,
    run: async (signal) => {
      await Promise.all([...running.keys()].map((lease) => lease.check()))
      if (running.size >= crawlsMax) return false
      await freeLostCrawls(context.db)
      const crawl = await claimCrawl(context.db, context.newId(), context.clock.now())
      if (crawl === null) return false
      const lease = keepLease(context.db, crawl)
      running.set(lease, work(lease, crawl, share().readers, signal))
      return true
    },
    finish: async () => {
      await Promise.all(running.values())
      await leave()
    },
  }
}
