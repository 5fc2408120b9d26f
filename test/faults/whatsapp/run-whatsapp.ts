import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import type { Finding } from '../evidence.ts'
import { startProgram } from '../program.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import { startBalancer } from './balancer.ts'
import { checkAll } from './checks.ts'
import { createClients } from './clients.ts'
import type { Clients } from './clients.ts'
import { crashEverywhere } from './crash-everywhere.ts'
import { declare } from './declare.ts'
import type { Evidence, Sent } from './evidence.ts'
import { fightForQuota } from './fight-for-quota.ts'
import { load } from './load.ts'
import type { Load } from './load.ts'
import { createSchedule, describeFault, runSchedule } from './nemesis.ts'
import { addAccounts, letPeopleWrite, startObserver, stopsOf, webhooksOf } from './observer.ts'
import { createPlan, declarationOf } from './plan.ts'
import { selectRows } from './rows.ts'
import { countUnfinished, lapseLeases, lapsePauses, watchDatabase } from './watch-database.ts'

export interface WhatsappRun {
  /** A clone of the repository, whose `src/cli/main.ts` is run. */
  root: string
  /** An empty folder for the run's files. */
  folder: string
  seed: string
  /** How long clients send while faults occur. */
  seconds: number
  /** How long an API stays stopped. */
  pauseMs: number
  /** Whether the leases of stopped and dead processes are ended early, to save the wait. */
  isLapsing: boolean
  /** How many clients compete for how much quota; null for none. */
  fight: { clients: number; sends: number; quota: number } | null
  /** How many times a process is ended at each point of sending a message. */
  crashRounds: number
  say: (line: string) => void
}

const processes = { apis: 2, workers: 2 }
const settleMs = 60_000
/** How long a client waits for an answer that never comes. No such request begins closer to the end. */
const silenceMs = 11_000

/** Runs sends, faults and webhooks for a while, waits until all is settled, and returns the findings of the checks. */
export async function runWhatsapp(run: WhatsappRun): Promise<Finding[]> {
  const { folder, seed, say } = run
  await using stack = new AsyncDisposableStack()
  const dataFolder = path.join(folder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  const program = stack.use(
    await startProgram({ root: run.root, folder: dataFolder, hasTraps: true, ...processes }),
  )
  const db = createDatabase({ connection: { connectionString: program.databaseUrl }, poolMax: 2 })
  stack.defer(() => db.end())
  const network = stack.use(await startObserver(path.join(folder, 'observer.ndjson')))
  const plan = createPlan({ tight: Math.ceil(run.seconds * 3), quota: run.fight?.quota ?? 0 })
  const declared = await declare(program, dataFolder, declarationOf(plan, network.url))
  await watchDatabase(db)
  // The rate limit of senders is not tested here.
  await db.query(sql`update whatsapp_senders set messages_per_second = 500`)
  const balancer = stack.use(
    await startBalancer(() => program.servingUrls(), createRandom(`${seed} balancer`)),
  )
  addAccounts(network, plan, balancer.url)
  const clients = createClients(program, declared, createRandom(`${seed} clients`))
  say(`seed ${seed}: WhatsApp, 2 APIs, 2 workers, program of ${run.root}`)

  const schedule = createSchedule(seed, { seconds: run.seconds, pauseMs: run.pauseMs, ...processes })
  for (const fault of schedule) say(`planned ${describeFault(fault)}`)
  balancer.isTroubled = true
  letPeopleWrite(network, plan)
  const untilMs = Date.now() + run.seconds * 1_000
  const isSilenceAllowed = () => Date.now() < untilMs - silenceMs
  const options: Load = { clients, plan, seed, untilMs, isSilenceAllowed }
  const victims = { program, network, db, load: options, isLapsing: run.isLapsing }
  await Promise.all([runSchedule(schedule, victims, (line) => say(`fault ${line}`)), load(options)])
  await clients.untilAnswered()
  await program.untilUp()
  network.clearFaults()
  if (run.fight !== null) {
    const fighting = { ...options, untilMs: Number.POSITIVE_INFINITY, isSilenceAllowed: () => false }
    const begun = performance.now()
    const sends = await fightForQuota({ load: fighting, program, ...run.fight })
    const seconds = (performance.now() - begun) / 1000
    say(
      `${sends} sends of ${run.fight.clients} clients for a quota of ${run.fight.quota}: ${seconds.toFixed(0)} s`,
    )
    await program.untilUp()
  }
  const unending = { ...options, untilMs: Number.POSITIVE_INFINITY, isSilenceAllowed: () => false }
  const crashes = await crashEverywhere({ ...victims, load: unending }, run.crashRounds, say)
  await clients.untilAnswered()
  balancer.isTroubled = false
  const lastFaultAt = Date.now()
  await settle({ db, network }, run, lastFaultAt)
  await replayAll(clients)
  // A message that had not reached WhatsApp before may have been sent by its repetition.
  await settle({ db, network }, run, Date.now())
  const evidence: Evidence = {
    plan,
    history: [...clients.history],
    requests: network.messages(),
    webhooks: webhooksOf(network),
    inboundIds: network.inboundMessages().map(({ message_id }) => message_id),
    stops: stopsOf(network),
    rows: await selectRows(db),
    recount: await recount(program),
    lastFaultAt,
  }
  writeEvidence(folder, evidence)
  say(`clients: ${countKinds(evidence.history)}`)
  return run.crashRounds === 0 ? checkAll(evidence) : [...checkAll(evidence), crashes]
}

/**
 * Waits until nothing is in flight, WhatsApp has sent all webhooks and every event is processed; at most a little
 * longer than the bar allows.
 */
async function settle(
  { db, network }: { db: Db; network: WhatsappNetwork },
  { isLapsing, say }: WhatsappRun,
  lastFaultAt: number,
): Promise<void> {
  let isAllReported = false
  void network.idle().then(() => (isAllReported = true))
  let left = { processing: 1, events: 1 }
  while (Date.now() < lastFaultAt + settleMs + 5_000) {
    const wasAllReported = isAllReported
    try {
      if (isLapsing) await Promise.all([lapseLeases(db), lapsePauses(db)])
      left = await countUnfinished(db)
    } catch {
      // A database that was just killed accepts no connections for a while.
      left = { processing: 1, events: 1 }
    }
    if (wasAllReported && left.processing + left.events === 0) break
    await delay(100)
  }
  const tookMs = Date.now() - lastFaultAt
  say(
    `${(tookMs / 1000).toFixed(1)} s after the last fault ${left.processing} in flight, ${left.events} events to do`,
  )
}

/** Repeats every key at the end: each then has its result, or its outcome stays unknown. */
async function replayAll(clients: Clients): Promise<void> {
  const keyed = clients.history.filter(({ key }) => key !== null)
  const last = new Map(keyed.map((sent) => [`${sent.organization} ${sent.key} ${sent.to}`, sent]))
  const waiting = [...last.values()].filter(({ kind }) => kind !== 'quota' && kind !== 'busy')
  const client = async (): Promise<void> => {
    for (let sent = waiting.shift(); sent !== undefined; sent = waiting.shift()) {
      const { organization, broadcast, key, to, isOwnNumber, body } = sent
      await clients.send({ organization, broadcast, key, to, isOwnNumber, body })
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
}

/** Returns the output of `recount`. Its exit status is 1 if there are differences, which the check reads itself. */
async function recount(program: Program): Promise<string> {
  try {
    return await program.command('recount', '--json')
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') return String(error.stdout)
    throw error
  }
}

function writeEvidence(folder: string, { history, requests, rows }: Evidence): void {
  const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
  writeFileSync(path.join(folder, 'history.ndjson'), lines(history))
  writeFileSync(path.join(folder, 'requests.ndjson'), lines(requests))
  writeFileSync(path.join(folder, 'rows.json'), JSON.stringify(rows))
}

function countKinds(history: readonly Sent[]): string {
  const counts = Map.groupBy(history, ({ kind }) => kind)
  return [...counts].map(([kind, sends]) => `${sends.length} ${kind}`).join(', ')
}
