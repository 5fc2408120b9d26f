import path from 'node:path'
import { Registry } from 'prom-client'
import { createAgentMetrics } from '../agents/agent-metrics.ts'
import type { AgentContext } from '../agents/turn/turn-context.ts'
import { usualChatTurnMs } from '../agents/turn/turn-run.ts'
import { systemClock } from '../base/clock.ts'
import type { Clock } from '../base/clock.ts'
import { uuidv7 } from '../base/ids.ts'
import type { NewId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { placeCallTimeoutMs } from '../calls/attempt/dial-attempt.ts'
import type { DialContext } from '../calls/call-context.ts'
import { createCallMetrics } from '../calls/call-metrics.ts'
import { stopCallsTo } from '../calls/cancel/stop-calls.ts'
import { createQueueNotifier } from '../calls/queue/queue-notifier.ts'
import { createRelayMetrics } from '../calls/relay/relay-metrics.ts'
import type { RelayMetrics } from '../calls/relay/relay-metrics.ts'
import { createCellMetrics } from '../cells/cell-metrics.ts'
import type { CellMetrics } from '../cells/cell-metrics.ts'
import type { CellMember } from '../cells/directory/cell-member.ts'
import { createCellPeers } from '../cells/forward/ask-cells.ts'
import type { CellPeers } from '../cells/forward/ask-cells.ts'
import type { Db } from '../db/database.ts'
import { createHoldMetrics } from '../db/hold-metrics.ts'
import { unwatched } from '../db/hold-watch.ts'
import type { HoldState } from '../db/hold-watch.ts'
import { createListReads, readFromPrimary } from '../db/replicas/list-reads.ts'
import type { ListReads } from '../db/replicas/list-reads.ts'
import { createReplicaMetrics } from '../db/replicas/replica-metrics.ts'
import type { DoNotCallContext } from '../guards/do-not-call/add-numbers.ts'
import { createHintPublisher } from '../hints/publish-hints.ts'
import type { HintPublisher } from '../hints/publish-hints.ts'
import { createHintWatch } from '../hints/watch-hints.ts'
import type { HintWatch } from '../hints/watch-hints.ts'
import { createJobMetrics } from '../jobs/job-metrics.ts'
import type { JobMetrics } from '../jobs/job-metrics.ts'
import { notifyWrites } from '../jobs/notify-writes.ts'
import type { Writes } from '../jobs/notify-writes.ts'
import { createWakeSignal } from '../jobs/wake-signal.ts'
import type { WakeSignal } from '../jobs/wake-signal.ts'
import { createWorkMetrics } from '../jobs/work-metrics.ts'
import type { WorkMetrics } from '../jobs/work-metrics.ts'
import { createLimitMetrics } from '../keys/limits/limit-metrics.ts'
import type { LimitMetrics } from '../keys/limits/limit-metrics.ts'
import { AccountRests } from '../providers/models/account-rests.ts'
import { createModelClient } from '../providers/models/create-model-client.ts'
import type { ModelClient } from '../providers/models/model-client.ts'
import type { RequestLimits } from '../providers/send-once.ts'
import { createTwilioProvider } from '../providers/twilio/provider.ts'
import type { ConnectionRules } from '../providers/web/guard/checked-connection.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { createResolver } from '../providers/web/guard/resolver.ts'
import type { Resolver } from '../providers/web/guard/resolver.ts'
import { createWebAccess } from '../providers/web/web-access.ts'
import type { WebAccess } from '../providers/web/web-access.ts'
import { createCrawlMetrics } from '../sources/crawl/crawl-metrics.ts'
import { createPatternChecker } from '../sources/crawl/rules/pattern-checker.ts'
import type { CheckPatterns } from '../sources/crawl/rules/pattern-checker.ts'
import { createUrlJudge } from '../sources/crawl/rules/url-judge.ts'
import { usualTiming } from '../sources/crawl/run-crawl.ts'
import type { CrawlTiming } from '../sources/crawl/run-crawl.ts'
import type { CrawlContext } from '../sources/crawl/work-on-crawl.ts'
import { createWebhookMetrics } from '../webhooks/webhook-metrics.ts'
import type { WebhookMetrics } from '../webhooks/webhook-metrics.ts'
import { insertOptOut } from '../whatsapp/inbound/inbound-queries.ts'
import { usualLookUpMs } from '../workflows/look-up.ts'
import { addProcessMetrics } from './process-metrics.ts'

/** Everything that the program consists of. Functions of lower layers take the members that they need. */
export interface Context extends DialContext, CrawlContext, WebAccess, AgentContext, DoNotCallContext {
  /** Whether the database is held. */
  holdState: HoldState
  /** Where lists and analytics are read. */
  lists: ListReads
  /** Whether any process of the service may read lists from replicas, so that all must mark the keys that write. */
  mayHaveReplicas: boolean
  jobMetrics: JobMetrics
  workMetrics: WorkMetrics
  limitMetrics: LimitMetrics
  webhookMetrics: WebhookMetrics
  /** Returns a number of at least 0 and below 1. */
  random: () => number
  /** Notified when somebody asks to send deliveries, so that they go at once and not within 200 ms. */
  webhookSignal: WakeSignal
  /** What this process has written: its jobs may have work then. */
  writes: Writes
  registry: Registry
  relayMetrics: RelayMetrics
  hints: HintPublisher
  hintWatch: HintWatch
  checkPatterns: CheckPatterns
  models: ModelAccess
  /** How hosts are reached that somebody gave for the APIs of carriers and of WhatsApp. */
  givenHosts: ConnectionRules
  /** The cell that this process is of; null: there is one cell. */
  cells: CellMember | null
  /** Asks other cells for people whose session is there; null: there is one cell. */
  peers: CellPeers | null
  cellMetrics: CellMetrics
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
  /** Replicas to read lists from; none by default. */
  replicas?: { addresses: readonly string[]; lagMaxMs: number }
  /** Whether other processes may have some; by default where this one has. */
  mayHaveReplicas?: boolean
  clock?: Clock
  newId?: NewId
  /** Private hosts that fetches and webhooks may reach; none by default. */
  crawlPrivateHosts?: readonly string[]
  /** Private hosts that model accounts may name; none by default. */
  modelPrivateHosts?: readonly string[]
  crawlTiming?: CrawlTiming
  /** How long a call waits for a look-up in the knowledge base; 1.5 s by default. */
  lookUpMs?: number
  /** How long a turn of a chat may take; three minutes by default. */
  chatTurnMs?: number
  /** Where Chromium is unpacked when the system has none; `./data/chromium` by default. */
  chromiumDir?: string
  /** Resolves the hosts that crawls fetch and that carriers, senders, model accounts and webhooks name. */
  lookup?: Resolver
  /** The cell that the process is of; by default there is one cell. */
  cells?: CellMember | null
  /** Certificates that endpoints of webhooks may have instead of the usual ones. */
  webhookCa?: string
  /** Whether the database is held; absent: nobody watches, and what leaves is checked in the database alone. */
  holdState?: HoldState
}

const twilioLimits: RequestLimits = {
  connectTimeoutMs: 3_000,
  requestTimeoutMs: placeCallTimeoutMs,
  answerBytesMax: 1_048_576,
}

/** Has a resolver of its own: crawls and webhooks may fill theirs. */
function givenHostsOf({
  crawlPrivateHosts = [],
  lookup = createResolver(),
}: ContextOptions): ConnectionRules {
  return { privateHosts: privateHostsOf(crawlPrivateHosts), lookup }
}

function peersOf({ cells, log, secretKey }: ContextOptions, db: Db, clock: Clock): CellPeers | null {
  if (!cells) return null
  return createCellPeers({ cell: cells.name, db, clock, log, secretBox: createSecretBox(secretKey) })
}

export function createContext(options: ContextOptions): Context {
  const registry = new Registry()
  addProcessMetrics(registry)
  const { log, clock = systemClock } = options
  const writes: Writes = { lastAt: -Infinity, wakeSignal: createWakeSignal() }
  const db = notifyWrites(options.db, writes)
  const { replicas, holdState = unwatched } = options
  const givenHosts = givenHostsOf(options)
  createHoldMetrics(registry, holdState)
  const replicaMetrics = createReplicaMetrics(registry)
  const context: Context = {
    db,
    lists: replicas ? createListReads({ db, metrics: replicaMetrics, ...replicas }) : readFromPrimary(db),
    mayHaveReplicas: options.mayHaveReplicas ?? replicas !== undefined,
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
    stopCallsTo: (organizationId, numbers, stopOptions) =>
      stopCallsTo(context, organizationId, numbers, stopOptions),
    voiceProvider: createTwilioProvider({ ...twilioLimits, givenHosts }, clock),
    givenHosts,
    lookUpMs: options.lookUpMs ?? usualLookUpMs,
    chatTurnMs: options.chatTurnMs ?? usualChatTurnMs,
    ...createWebAccess({
      named: options.crawlPrivateHosts ?? [],
      clock,
      publicUrl: options.publicUrl,
      chromiumDir: options.chromiumDir ?? path.resolve('data/chromium'),
      ...(options.lookup && { lookup: options.lookup }),
      ...(options.webhookCa !== undefined && { ca: options.webhookCa }),
    }),
    crawlMetrics: createCrawlMetrics(registry),
    crawlTiming: options.crawlTiming ?? usualTiming,
    checkPatterns: createPatternChecker(),
    judgeUrls: createUrlJudge(),
    holdState,
    jobMetrics: createJobMetrics(registry),
    workMetrics: createWorkMetrics(registry),
    limitMetrics: createLimitMetrics(registry),
    webhookMetrics: createWebhookMetrics(registry),
    random: Math.random,
    webhookSignal: createWakeSignal(),
    cells: options.cells ?? null,
    peers: peersOf(options, db, clock),
    cellMetrics: createCellMetrics(registry),
    writes,
    models: {
      client: createModelClient({
        privateHosts: options.modelPrivateHosts ?? [],
        ...(options.lookup && { lookup: options.lookup }),
      }),
      rests: new AccountRests(),
    },
  }
  return context
}
