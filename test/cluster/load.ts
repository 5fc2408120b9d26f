import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { checkKeys, checkLostCalls, checkRefused, checkSettled } from '../faults/check-calls.ts'
import { checkDials, checkRetries } from '../faults/check-dials.ts'
import { checkNumbers, checkSlots, checkSlotsAtRest } from '../faults/check-queues.ts'
import { checkReserved } from '../faults/check-reserved.ts'
import { createClients, load as callLoad } from '../faults/clients.ts'
import type { Sent as SentCall } from '../faults/clients.ts'
import type { Breach, Evidence, Finding } from '../faults/evidence.ts'
import { legsOf, openObserverLog, requestsOf } from '../faults/observer-log.ts'
import type { ObserverEntry } from '../faults/observer-log.ts'
import { startObserver } from '../faults/observer.ts'
import { declarationOf } from '../faults/plan.ts'
import type { Plan, PlannedCampaign } from '../faults/plan.ts'
import { declare } from '../faults/program.ts'
import { createRandom } from '../faults/random.ts'
import { countUnsettled, selectRows } from '../faults/rows.ts'
import { checkAll as checkMessages } from '../faults/whatsapp/checks.ts'
import { createClients as createSenders } from '../faults/whatsapp/clients.ts'
import { declare as declareSenders } from '../faults/whatsapp/declare.ts'
import type { Evidence as MessageEvidence, SeenWebhook, Sent } from '../faults/whatsapp/evidence.ts'
import { load as messageLoad } from '../faults/whatsapp/load.ts'
import {
  addAccounts,
  letPeopleWrite,
  startObserver as startNetwork,
  stopsOf,
  webhooksOf,
} from '../faults/whatsapp/observer.ts'
import { createPlan, declarationOf as declarationOfSenders } from '../faults/whatsapp/plan.ts'
import { selectRows as selectMessageRows } from '../faults/whatsapp/rows.ts'
import { countUnfinished, watchDatabase } from '../faults/whatsapp/watch-database.ts'

export interface LoadOptions {
  folder: string
  seed: string
  /** The one address of the service, which clients and providers use. */
  publicUrl: string
  /** For the harness's own look at the rows. */
  db: Db
  /** Runs a command of the service and returns its standard output. */
  command: (...args: string[]) => Promise<string>
  say: (line: string) => void
}

/** Calls and WhatsApp messages through the public address, with providers whose logs are the reference. */
export interface Load extends AsyncDisposable {
  /** Returns the longest time from `since` until now in which no request was answered with 200. */
  longestPauseMs: (since: number) => number
  /** Returns how many requests were answered with 200 so far. */
  answered: () => number
  /** Returns how many calls are live at the carrier. */
  live: () => number
  /** Ends the load, waits until all is settled, and returns what was seen. */
  finish: () => Promise<Seen>
}

/** Everything that is known after a load. */
export interface Seen {
  calls: readonly SentCall[]
  messages: readonly Sent[]
  callbacks: readonly Extract<ObserverEntry, { kind: 'callback' }>[]
  webhooks: readonly SeenWebhook[]
  /** The checks of the fault runs: nothing lost, nothing dialed or sent twice, counts as the providers saw. */
  findings: Finding[]
}

/**
 * Two cores run the whole service and its cluster. A request that waits for a core for seconds is not what is tested.
 */
const slowness = 3
const settleMs = 60_000
const token = 'a token of the observer'

/** Campaigns with two retries and few slots, so that calls wait while others go on. */
const plan: Plan = {
  campaigns: [
    planned('Slots 1', 'slots', 12),
    planned('Slots 2', 'slots', 5),
    planned('Numbers 1', 'numbers', 12),
    planned('Numbers 2', 'numbers', 12),
    planned('Single', 'held', 10),
  ],
  carriers: [
    {
      project: 'Cluster',
      accountSid: `AC${'1'.padStart(32, '0')}`,
      callsPerSecond: 300,
      graceSeconds: 5,
    },
  ],
  // So many that the calls to one number keep up: a report that is lost holds its number until the carrier is polled.
  sharedNumbers: Array.from({ length: 30 }, (_, index) => `+141520000${index + 10}`),
  token,
}

function planned(name: string, purpose: PlannedCampaign['purpose'], slots: number): PlannedCampaign {
  const retry = { maxAttempts: 3, delayMs: 3_000, on: ['no_answer', 'busy'] }
  return { name, project: 'Cluster', purpose, slots, hours: null, retry, endsAt: null }
}

export async function startLoad(options: LoadOptions): Promise<Load> {
  const { folder, seed, publicUrl, db, say } = options
  mkdirSync(folder, { recursive: true })
  await using stack = new AsyncDisposableStack()
  const program = { servingUrls: () => [publicUrl], urlOf: () => publicUrl, command: options.command }
  const log = openObserverLog(path.join(folder, 'observer.ndjson'))
  stack.defer(() => log.close())
  const observer = stack.use(await startObserver({ log, seed, token, deliver: (url) => url }))
  observer.durationBy({ leastMs: 200, mostMs: 4_000 })
  const declared = await declare(program, folder, declarationOf(plan, observer.url))
  const callers = createClients(program, declared, createRandom(`${seed} callers`))

  const network = stack.use(await startNetwork(path.join(folder, 'network.ndjson')))
  const senders = createPlan({ tight: 200, quota: 0 })
  const ids = await declareSenders(program, folder, declarationOfSenders(senders, network.url))
  await watchDatabase(db)
  // The rate limit of senders is not tested here.
  await db.query(sql`update whatsapp_senders set messages_per_second = 500`)
  addAccounts(network, senders, publicUrl)
  const writers = createSenders(program, ids, createRandom(`${seed} writers`))
  letPeopleWrite(network, senders)

  // The loads look at the time, so they end when this changes.
  let untilMs = Number.POSITIVE_INFINITY
  const sending = {
    clients: writers,
    plan: senders,
    seed,
    get untilMs() {
      return untilMs
    },
    isSilenceAllowed: () => false,
    slowness,
  }
  const calling = callLoad({ clients: callers, plan, seed, untilMs: () => untilMs, slowness })
  const running = Promise.all([calling, messageLoad(sending)])
  // A rejection is a fault of the harness; `finish` passes it on.
  running.catch(() => {})
  const moved = stack.move()

  const okTimes = (): number[] => [
    ...callers.history.flatMap(({ outcome, answeredAt }) => (outcome === 'ok' ? [answeredAt] : [])),
    ...writers.history.flatMap(({ kind, answeredAt }) => (kind === 'sent' ? [answeredAt] : [])),
  ]
  return {
    longestPauseMs: (since) => {
      const times = [since, ...okTimes().filter((at) => at > since), Date.now()].toSorted((a, b) => a - b)
      return Math.max(...times.slice(1).map((at, index) => at - times[index]!))
    },
    answered: () => okTimes().length,
    live: () => observer.openLegs(),
    finish: async () => {
      untilMs = Date.now()
      await running
      await Promise.all([callers.untilAnswered(), writers.untilAnswered()])
      const lastFaultAt = Date.now()
      await settle(options, network, lastFaultAt)
      const evidence: Evidence = {
        requests: requestsOf(log.entries),
        legs: legsOf(log.entries),
        history: [...callers.history],
        rows: await selectRows(db),
        campaigns: plan.campaigns,
        carriers: plan.carriers,
        holds: [],
        listed: [],
        lastFaultAt,
      }
      const messages: MessageEvidence = {
        plan: senders,
        history: [...writers.history],
        requests: network.messages(),
        webhooks: webhooksOf(network),
        inboundIds: network.inboundMessages().map(({ message_id }) => message_id),
        stops: stopsOf(network),
        rows: await selectMessageRows(db),
        recount: await recount(options),
        lastFaultAt,
      }
      writeFileSync(path.join(folder, 'rows.json'), JSON.stringify([evidence.rows, messages.rows]))
      writeLines(path.join(folder, 'calls.ndjson'), evidence.history)
      writeLines(path.join(folder, 'messages.ndjson'), messages.history)
      say(`calls: ${countBy(evidence.history, ({ outcome }) => outcome)}; ${evidence.legs.length} dialed`)
      say(
        `messages: ${countBy(messages.history, ({ kind }) => kind)}; ${messages.requests.length} at WhatsApp`,
      )
      return {
        calls: evidence.history,
        messages: messages.history,
        callbacks: log.entries.filter((entry) => entry.kind === 'callback'),
        webhooks: messages.webhooks,
        findings: [...checkCalls(evidence), ...checkMessages(messages)],
      }
    },
    [Symbol.asyncDispose]: async () => {
      untilMs = 0
      await moved[Symbol.asyncDispose]()
    },
  }
}

function checkCalls(evidence: Evidence): Finding[] {
  return [
    checkLostCalls(evidence),
    checkSettled(evidence),
    checkRefused(evidence),
    checkKeys(evidence),
    checkDials(evidence),
    checkRetries(evidence),
    checkSlots(evidence),
    checkSlotsAtRest(evidence),
    checkNumbers(evidence),
    checkReserved(evidence),
  ]
}

/** Waits until nothing is under way, at most a little longer than the bar allows. */
async function settle(
  { db, say }: LoadOptions,
  network: { idle: () => Promise<void> },
  lastFaultAt: number,
): Promise<void> {
  let isAllReported = false
  void network.idle().then(() => (isAllReported = true))
  let left = { calls: 1, processing: 1, events: 1 }
  while (Date.now() < lastFaultAt + settleMs + 5_000) {
    const wasAllReported = isAllReported
    left = { calls: await countUnsettled(db, []), ...(await countUnfinished(db)) }
    if (wasAllReported && left.calls + left.processing + left.events === 0) break
    await delay(250)
  }
  const tookS = ((Date.now() - lastFaultAt) / 1_000).toFixed(1)
  say(
    `${tookS} s after the load ${left.calls} calls are unsettled, ${left.processing} messages in flight, ${left.events} events to do`,
  )
}

/** Returns the output of `recount`. Its exit status is 1 if there are differences, which the check reads itself. */
async function recount({ command }: LoadOptions): Promise<string> {
  try {
    return await command('recount', '--json')
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') return String(error.stdout)
    throw error
  }
}

/** Checks that every request got an answer of the service itself, and none that the service was away. */
export function checkAnswered({ calls, messages, callbacks, webhooks }: Seen): Finding[] {
  const requests = [
    ...calls.map(({ status, message, sentAt, number }) => ({ status, message, at: sentAt, number })),
    // 503 also says that WhatsApp gave no clear answer. Those are answers.
    ...messages
      .filter(({ kind }) => kind !== 'unresolved')
      .map(({ status, message, sentAt, to }) => ({ status, message, at: sentAt, number: to })),
  ]
  const isRefused = (status: number | null) => status === null || status >= 500 || status === 429
  const breaches = requests
    .filter(({ status }) => isRefused(status))
    .map(({ status, message, at, number }): Breach => ({
      what: `answered ${status ?? 'nothing'}: ${message}`,
      at,
      number,
    }))
  const reports = [
    ...callbacks.map(({ at, status, answerStatus }) => ({ at, what: status, answerStatus })),
    ...webhooks
      .filter(({ isForged }) => !isForged)
      .map(({ at, status }) => ({ at, what: 'webhook', answerStatus: status })),
  ]
  const lost = reports
    .filter(({ answerStatus }) => answerStatus === null || answerStatus >= 300)
    .map(({ at, what, answerStatus }): Breach => ({
      what: `${what} answered ${answerStatus ?? 'nothing'}`,
      at,
    }))
  return [
    finding('requests refused or reset', breaches, requests.length),
    finding('callbacks and webhooks refused or reset', lost, reports.length),
  ]
}

/** Checks that the service answered every request that it could not do with 503, and with no other fault. */
export function checkAway({ calls, messages }: Seen): Finding {
  const requests = [
    ...calls.map(({ status, message, sentAt, number }) => ({ status, message, at: sentAt, number })),
    ...messages.map(({ status, message, sentAt, to }) => ({ status, message, at: sentAt, number: to })),
  ]
  const breaches = requests
    .filter(({ status }) => status !== null && status >= 500 && status !== 503)
    .map(({ status, message, at, number }): Breach => ({
      what: `answered ${status}: ${message}`,
      at,
      number,
    }))
  const away = requests.filter(({ status }) => status === 503).length
  return {
    ...finding('faults that are not 503', breaches, requests.length),
    figure: `${breaches.length} of ${requests.length}, ${away} answered 503`,
  }
}

function finding(what: string, breaches: Breach[], count: number): Finding {
  return { bar: 'S1', what, figure: `${breaches.length} of ${count}`, must: '0', judged: count, breaches }
}

function writeLines(file: string, items: readonly unknown[]): void {
  writeFileSync(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''))
}

function countBy<T>(items: readonly T[], key: (item: T) => string): string {
  return [...Map.groupBy(items, key)].map(([name, found]) => `${found.length} ${name}`).join(', ')
}
