// The fault harness: node test/faults/run.ts [--only calls|whatsapp|agents] [--seed N] [--seconds S] [--quick]
// [--root DIR] [--lease-ms N] [--stride N] (both for calls). [--report FILE]: writes the findings as JSON as well.
// [--folder DIR]: an empty folder for the run's files. [--chats N] [--lines N] [--kills N] [--every-ms N] [--kinds K,…]
// (for agents: chats and calls at one time, faults, their distance, and which of them alone). Runs the program's own
// commands as processes, harms them by a seeded schedule, and checks what its own carrier saw; then the same with the
// WhatsApp network of the sandbox, and with chats and calls that agents lead. Exit status 1 if any check found a
// breach, or judged too few cases in a run without options that shorten it; the evidence is kept then.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { runAgents } from './agents/run-agents.ts'
import { checkByteFaults, runByteFaults } from './byte-faults.ts'
import { checkAll } from './checks.ts'
import { createClients, load } from './clients.ts'
import { atCarrier, callPoints, createCoverage } from './crash-points.ts'
import type { Finding } from './evidence.ts'
import { checkFullUse, fill, filledOf } from './full-use.ts'
import { runHolds } from './holds.ts'
import { runListed } from './listed.ts'
import { runSchedule, troubledCallback } from './nemesis.ts'
import { legsOf, openObserverLog, requestsOf } from './observer-log.ts'
import { startObserver } from './observer.ts'
import { createPlan, declarationOf } from './plan.ts'
import { declare, startProgram } from './program.ts'
import { createRandom } from './random.ts'
import { demandCases, formatReport } from './report.ts'
import { countUnsettled, selectRows } from './rows.ts'
import type { Rows } from './rows.ts'
import { createSchedule, describeFault } from './schedule.ts'
import { runWhatsapp } from './whatsapp/run-whatsapp.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
    'lease-ms': { type: 'string', default: '30000' },
    stride: { type: 'string' },
    report: { type: 'string' },
    folder: { type: 'string' },
    only: { type: 'string' },
    chats: { type: 'string' },
    lines: { type: 'string' },
    kills: { type: 'string' },
    'every-ms': { type: 'string' },
    kinds: { type: 'string' },
  },
})
const { seed, quick: isQuick } = values
if (values.only !== undefined && !['calls', 'whatsapp', 'agents'].includes(values.only))
  throw new Error('--only is calls, whatsapp or agents')
const runs = (part: string): boolean => values.only === undefined || values.only === part
/** Whether the run is as long as it must be for every check to have cases. */
const isFull =
  !isQuick &&
  [values.seconds, values.stride, values.chats, values.lines, values.kills, values.kinds].every(
    (value) => value === undefined,
  )
const loadSeconds = Number(values.seconds ?? (isQuick ? 60 : 210))
const stride = Number(values.stride ?? (isQuick ? 16 : 1))
const settleMs = 60_000
/** How long hours must stay closed at the beginning of the load, so that calls meet them. */
const closedMsMin = 30_000
const processes = { apis: 2, workers: 2 }

const begun = performance.now()
const say = (line: string): void => {
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)}  ${line}`)
}

// The program's processes end with this one (`program.ts`).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'switchboard-faults-'))
const found = [
  ...(runs('calls') ? await runCalls(path.join(folder, 'calls')) : []),
  ...(runs('whatsapp') ? await runWhatsappPart(path.join(folder, 'whatsapp')) : []),
  ...(runs('agents') ? await runAgentsPart(path.join(folder, 'agents')) : []),
]
const findings = isFull ? demandCases(found) : found
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(findings))
const isBroken = findings.some(({ breaches }) => breaches.length > 0)
console.log(`\n${formatReport(findings)}\n`)
console.log(`seed ${seed}, ${((performance.now() - begun) / 1000).toFixed(0)} s`)
if (isBroken)
  console.log(`Evidence: ${folder} (observer.ndjson, history.ndjson, rows.json, *.log; of each part)`)
else rmSync(folder, { recursive: true, force: true })
process.exit(isBroken ? 1 : 0)

/** Runs the part about messages, with leases that are short enough for a stopped API to lose them. */
function runWhatsappPart(partFolder: string): Promise<Finding[]> {
  return runWhatsapp({
    root: values.root,
    folder: partFolder,
    seed,
    seconds: Number(values.seconds ?? (isQuick ? 20 : 90)),
    pauseMs: isQuick ? 6_000 : 25_000,
    isLapsing: isQuick,
    fight: isQuick ? { clients: 16, sends: 600, quota: 100 } : { clients: 64, sends: 5_000, quota: 1_000 },
    crashRounds: isQuick ? 1 : 5,
    say,
  })
}

/** Runs the part about conversations that agents lead. */
function runAgentsPart(partFolder: string): Promise<Finding[]> {
  return runAgents({
    root: values.root,
    folder: partFolder,
    seed,
    chats: Number(values.chats ?? (isQuick ? 16 : 50)),
    calls: Number(values.lines ?? (isQuick ? 8 : 50)),
    kills: Number(values.kills ?? (isQuick ? 24 : 130)),
    kinds: values.kinds?.split(',') ?? null,
    everyMs: Number(values['every-ms'] ?? (isQuick ? 1_200 : 1_500)),
    say,
  })
}

/** Runs the part about calls: both endpoints and the worker. */
async function runCalls(partFolder: string): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const dataFolder = path.join(partFolder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  const program = stack.use(
    await startProgram({ root: values.root, folder: dataFolder, hasTraps: true, ...processes }),
  )
  const db = createDatabase({ connection: { connectionString: program.databaseUrl }, poolMax: 2 })
  stack.defer(() => db.end())
  const routes = createRandom(`${seed} routes`)
  const log = openObserverLog(path.join(partFolder, 'observer.ndjson'))
  stack.defer(() => log.close())
  const deliver = (url: URL): URL | null => {
    const urls = program.servingUrls()
    return urls.length === 0 ? null : new URL(url.pathname + url.search, routes.pick(urls))
  }
  const planned = () => {
    const startsAt = Date.now()
    return createPlan({ seed, startsAt, loadEndsAt: startsAt + loadSeconds * 1_000 })
  }
  const first = planned()
  const observer = stack.use(await startObserver({ log, seed, token: first.token, deliver }))
  const declared = await declare(program, dataFolder, declarationOf(first, observer.url))
  const clients = createClients(program, declared, createRandom(`${seed} clients`))
  say(`seed ${seed}: ${first.campaigns.length} campaigns, 2 APIs, 2 workers, program of ${values.root}`)

  const runs = await runByteFaults({ clients, observer, db, seed }, stride)
  const afterBytes = await rowsAtRest(db)
  const bytesFinding = checkByteFaults(runs, legsOf(log.entries), afterBytes.calls)
  say(`bytes: ${bytesFinding.figure}`)

  // The minute in which the load begins is the one with closed hours, if the load is short.
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < closedMsMin) await delay(leftMs)
  // Planned again, because the hours that open and close during the load depend on when it begins.
  const plan = planned()
  await declare(program, dataFolder, declarationOf(plan, observer.url))
  const schedule = createSchedule(seed, {
    seconds: loadSeconds,
    leaseMs: Number(values['lease-ms']),
    ...processes,
  })
  for (const fault of schedule) say(`planned ${describeFault(fault)}`)
  const fates = createRandom(`${seed} callbacks`)
  observer.deliverBy(() => troubledCallback(fates))
  const coverage = createCoverage()
  const victims = { program, observer, clients, plan, coverage }
  const loadEnd = Date.now() + loadSeconds * 1_000
  const [lastFaultAt, holds, listed] = await Promise.all([
    runSchedule(schedule, victims, seed, (line) => say(`fault ${line}`)).then(async (at) => {
      // Callbacks fail until the load is over.
      await delay(Math.max(loadEnd - Date.now(), 0))
      observer.deliverBy(() => ({ kind: 'send' }))
      return Math.max(at, Date.now())
    }),
    runHolds(db, plan, seed, loadEnd),
    runListed(clients, seed, loadEnd),
    load({ clients, plan, seed, untilMs: () => loadEnd }),
  ])
  await clients.untilAnswered()
  await program.untilUp()
  const closed = plan.campaigns.filter(({ purpose }) => purpose === 'far').map(({ name }) => name)
  await settle(db, closed, lastFaultAt)
  const rows = await rowsAtRest(db)
  const fault = checkAll({
    requests: requestsOf(log.entries),
    legs: legsOf(log.entries),
    history: [...clients.history],
    rows,
    campaigns: plan.campaigns,
    carriers: plan.carriers,
    holds,
    listed,
    lastFaultAt,
  })
  for (const line of coverage.lines()) say(`crashed ${line}`)

  const filling = plan.campaigns.filter(
    ({ purpose, slots }) => purpose === 'slots' && (!isQuick || slots <= 12),
  )
  const filled = filledOf(filling, await fill({ clients, observer }, filling), legsOf(log.entries))
  writeFileSync(path.join(partFolder, 'rows.json'), JSON.stringify(await rowsAtRest(db)))
  writeFileSync(
    path.join(partFolder, 'history.ndjson'),
    clients.history.map((each) => `${JSON.stringify(each)}\n`).join(''),
  )
  say(`clients: ${countOutcomes(clients.history)}`)
  const points = [...callPoints.map(({ name }) => name), atCarrier]
  const reached = coverage.check('crash points of a call: each reached', points)
  return [...fault, reached, checkFullUse(filled), bytesFinding]
}

/** Waits until nothing is under way, at most a little longer than the bar allows. */
async function settle(db: Db, closed: readonly string[], lastFaultAt: number): Promise<void> {
  let unsettled = await countUnsettled(db, closed)
  while (unsettled > 0 && Date.now() < lastFaultAt + settleMs + 5_000) {
    await delay(500)
    unsettled = await countUnsettled(db, closed)
  }
  const tookMs = Date.now() - lastFaultAt
  say(`${(tookMs / 1000).toFixed(1)} s after the last fault ${unsettled} calls are unsettled`)
}

/** Returns the rows, once a database that was just killed accepts connections again. */
async function rowsAtRest(db: Db): Promise<Rows> {
  for (let tries = 0; ; tries++) {
    try {
      return await selectRows(db)
    } catch (error) {
      if (tries >= 20) throw error
      await delay(500)
    }
  }
}

function countOutcomes(history: readonly { outcome: string }[]): string {
  const counts = Map.groupBy(history, ({ outcome }) => outcome)
  return [...counts].map(([outcome, sends]) => `${sends.length} ${outcome}`).join(', ')
}
