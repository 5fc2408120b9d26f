import path from 'node:path'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { createAgentMetrics } from '../agents/agent-metrics.ts'
import type { AgentContext } from '../agents/turn/turn-context.ts'
import { insertOptOut } from '../whatsapp/inbound/inbound-queries.ts'
import { createCallMetrics } from '../calls/call-metrics.ts'
import { placeCallTimeoutMs } from '../calls/attempt/dial-attempt.ts'
import type { DialContext } from '../calls/call-context.ts'
import { createRelayMetrics } from '../calls/relay/relay-metrics.ts'
import type { RelayMetrics } from '../calls/relay/relay-metrics.ts'
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
import { createHintPublisher } from '../hints/publish-hints.ts'
import type { HintPublisher } from '../hints/publish-hints.ts'
import { createHintWatch } from '../hints/watch-hints.ts'
import type { HintWatch } from '../hints/watch-hints.ts'
import { AccountRests } from '../providers/models/account-rests.ts'
import { createModelClient } from '../providers/models/create-model-client.ts'
import type { ModelClient } from '../providers/models/model-client.ts'
import { createTwilioProvider } from '../providers/twilio/provider.ts'
import { usualLookUpMs } from '../workflows/look-up.ts'

/** Everything that the program consists of. Functions of lower layers take the members that they need. */
export interface Context extends DialContext, CrawlContext, WebAccess, AgentContext {
  registry: Registry
  relayMetrics: RelayMetrics
  hints: HintPublisher
  hintWatch: HintWatch
  checkPatterns: CheckPatterns
  models: ModelAccess
}

/** What asks language models. */
export interface ModelAccess {
  client: ModelClient
  rests: AccountRests
}

export interface ContextOptions {
  db: Db
  log: Log
  secretKey: Buffer
  /** Returns the address that providers call back. With port 0 it is known only once the server listens. */
  publicUrl: () => string
  clock?: Clock
  newId?: NewId
  /** Private hosts that fetches may reach; none by default. */
  crawlPrivateHosts?: readonly string[]
  /** Private hosts that model accounts may name; none by default. */
  modelPrivateHosts?: readonly string[]
  crawlTiming?: CrawlTiming
  /** How long a call waits for a look-up in the knowledge base; 1.5 s by default. */
  lookUpMs?: number
  /** Where Chromium is unpacked when the system has none; `./data/chromium` by default. */
  chromiumDir?: string
  /** Resolves the hosts that crawls fetch and that model accounts name. */
  lookup?: Resolver
}

const twilioLimits = {
  connectTimeoutMs: 3_000,
  requestTimeoutMs: placeCallTimeoutMs,
  answerBytesMax: 1_048_576,
}

export function createContext(options: ContextOptions): Context {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { db, log, clock = systemClock } = options
  return {
    db,
    log,
    hints: createHintPublisher({ db, log }),
    hintWatch: createHintWatch({ db, log }),
    clock,
    queueNotifier: createQueueNotifier({ db, clock, log }),
    newId: options.newId ?? uuidv7,
    secretBox: createSecretBox(options.secretKey),
    publicUrl: options.publicUrl,
    registry,
    metrics: createCallMetrics(registry),
    relayMetrics: createRelayMetrics(registry),
    agentMetrics: createAgentMetrics(registry),
    recordOptOut: (queryable, { address: recipient, ...project }, since) =>
      insertOptOut(queryable, { ...project, recipient }, { scope: 'all', source: 'message' }, since),
    voiceProvider: createTwilioProvider(twilioLimits, clock),
    lookUpMs: options.lookUpMs ?? usualLookUpMs,
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
    models: {
      client: createModelClient({
        privateHosts: options.modelPrivateHosts ?? [],
        ...(options.lookup && { lookup: options.lookup }),
      }),
      rests: new AccountRests(),
    },
  }
}
