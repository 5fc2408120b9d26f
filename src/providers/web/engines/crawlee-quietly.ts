import { Configuration, EventManager, log } from '@crawlee/cheerio'
import type { BasicCrawler, BasicCrawlerOptions } from '@crawlee/cheerio'

/** Crawlee's own measures the machine by starting `ps` once a second; nothing here scales by load. */
class NoopEvents extends EventManager {}

/** What nothing below `Snapshotter` must find out by itself: it would start `ps` as well. */
const memoryMegabytes = 1_024

/** Crawlee without what a server can't use: files, measurements of the machine, words on standard output. */
export function quietConfiguration(): Configuration {
  const configuration = new Configuration({
    persistStorage: false,
    purgeOnStart: false,
    memoryMbytes: memoryMegabytes,
    persistStateIntervalMillis: 2 ** 31 - 1,
  })
  configuration.useEventManager(new NoopEvents(configuration))
  return configuration
}

/**
 * Options that both engines share. One page at a time; trying again, politeness and limits are the crawl's, which keeps
 * them over restarts.
 */
export function quietOptions() {
  return {
    log: log.child({ level: log.LEVELS.OFF, prefix: 'crawl' }),
    minConcurrency: 1,
    maxConcurrency: 1,
    maxRequestRetries: 0,
    useSessionPool: false,
    statusMessageLoggingInterval: 86_400,
    statisticsOptions: { persistenceOptions: { enable: false }, saveErrorSnapshots: false },
    autoscaledPoolOptions: { loggingIntervalSecs: null },
  } satisfies BasicCrawlerOptions
}

/**
 * Runs a crawler to its end.
 *
 * @param make makes it, with what it is to do when a visit fails: that ends the course.
 * @throws what a visit threw, and the signal's reason.
 */
export async function runToItsEnd(
  signal: AbortSignal,
  make: (
    failedRequestHandler: (context: unknown, error: Error) => void,
  ) => Pick<BasicCrawler, 'run' | 'stop'>,
): Promise<void> {
  const fault = new AbortController()
  const crawler = make((_context, error) => {
    fault.abort(error)
    crawler.stop()
  })
  await crawler.run()
  signal.throwIfAborted()
  fault.signal.throwIfAborted()
}
