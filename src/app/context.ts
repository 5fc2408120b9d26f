import path from 'node:path'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { createCallMetrics } from '../calls/call-metrics.ts'
import type { OpenAccount } from '../calls/attempt/carrier-account.ts'
import type { DialContext } from '../calls/attempt/dial-attempt.ts'
import { dialTimeoutMs } from '../calls/attempt/dial-attempt.ts'
import { createQueueNotifier } from '../calls/queue/queue-notifier.ts'
import { systemClock } from '../base/clock.ts'
import type { Clock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import type { NewId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { createSecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import type { Resolver } from '../providers/web/guard/resolver.ts'
import { createWebAccess } from '../providers/web/web-access.ts'
import type { WebAccess } from '../providers/web/web-access.ts'
import { createCrawlMetrics } from '../sources/crawl/crawl-metrics.ts'
import { usualTiming } from '../sources/crawl/run-crawl.ts'
import type { CrawlTiming } from '../sources/crawl/run-crawl.ts'
import { createPatternChecker } from '../sources/crawl/rules/pattern-checker.ts'
import { createUrlJudge } from '../sources/crawl/rules/url-judge.ts'
import type { CheckPatterns } from '../sources/crawl/rules/pattern-checker.ts'
import type { CrawlContext } from '../sources/crawl/work-on-crawl.ts'
import { createTwilioClient } from '../providers/twilio/client.ts'
import type { TwilioClient } from '../providers/twilio/client.ts'

/** Everything that the program is made of. Functions below take the members that they need. */
export interface Context extends DialContext, CrawlContext, WebAccess {
  log: Log
  registry: Registry
  checkPatterns: CheckPatterns
}

export interface ContextOptions {
  db: Db
  log: Log
  secretKey: Buffer
  /** What providers call back; asked late, because with port 0 it is known only once the server listens. */
  publicUrl: () => string
  clock?: Clock
  newId?: NewId
  /** Hosts that fetches of given addresses may reach although they are private; none unless told. */
  crawlPrivateHosts?: readonly string[]
  crawlTiming?: CrawlTiming
  /** Where Chromium is unpacked, where the system has none; `./data/chromium` unless told. */
  chromiumDir?: string
  /** Of the hosts that crawls go to. */
  lookup?: Resolver
}

const connectTimeoutMs = 3_000
const answerBytesMax = 1_048_576
const clientsMax = 1_000

export function createContext(options: ContextOptions): Context {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { db, log, clock = systemClock } = options
  return {
    db,
    log,
    clock,
    queueNotifier: createQueueNotifier({ db, clock, log }),
    newId: options.newId ?? uuidv7,
    secretBox: createSecretBox(options.secretKey),
    publicUrl: options.publicUrl,
    registry,
    metrics: createCallMetrics(registry),
    twilio: keepClients(clock),
    ...createWebAccess({
      named: options.crawlPrivateHosts ?? [],
      clock,
      publicUrl: options.publicUrl,
      chromiumDir: options.chromiumDir ?? path.resolve('data/chromium'),
      ...(options.lookup && { lookup: options.lookup }),
    }),
    crawlMetrics: createCrawlMetrics(registry),
    crawlTiming: options.crawlTiming ?? usualTiming,
    checkPatterns: createPatternChecker(),
    judgeUrls: createUrlJudge(),
  }
}

/** One client for each account as it is set up at present; a changed token or address makes another. */
function keepClients(clock: Clock): (account: OpenAccount) => TwilioClient {
  const clients = new Map<string, TwilioClient>()
  const limits = { connectTimeoutMs, requestTimeoutMs: dialTimeoutMs, answerBytesMax }
  return (account) => {
    const key = JSON.stringify([account.accountSid, account.authToken, account.apiUrl])
    let client = clients.get(key)
    if (client === undefined) {
      client = createTwilioClient(account, limits, clock)
      if (clients.size >= clientsMax) clients.clear()
      clients.set(key, client)
    }
    return client
  }
}
