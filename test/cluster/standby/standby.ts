// Step 2: two PostgreSQL servers under Patroni with etcd on three machines, one of them the synchronous standby of the
// other. Under load machines and programs fail in every way of `faults.ts`: nothing acknowledged is lost, nothing is
// dialed or sent twice, and writes go on within 30 s, without a hand on anything.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabase } from '../../../src/db/database.ts'
import type { Breach, Finding } from '../../faults/evidence.ts'
import { createRandom } from '../../faults/random.ts'
import { freePort } from '../../support/free-port.ts'
import { eventually } from '../../support/service.ts'
import { runCommand, startFleet } from '../fleet.ts'
import { startHaproxy } from '../haproxy.ts'
import { checkAway, startLoad } from '../load.ts'
import type { Load } from '../load.ts'
import type { Part, PartOptions } from '../part.ts'
import { startCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { faults } from './faults.ts'
import type { Fault } from './faults.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The bar for the time without writes. */
const pauseMsMax = 30_000
/** How long the machines may take until all of them work again. */
const healthyWithinMs = 120_000

export const standbyPart: Part = {
  name: 'standby',
  programs: [
    'haproxy',
    'patroni',
    'patronictl',
    'etcd',
    '/usr/lib/postgresql/15/bin/postgres',
    'setpriv',
    'nsenter',
  ],
  isIsolated: true,
  run,
}

/** What a fault did to the service. */
interface Outcome {
  name: string
  pauseMs: number
  /** From the end of the fault until the cluster had been whole for a while; null if it was not. */
  healedMs: number | null
}

async function run({ folder, seed, rounds, faults: chosen, say }: PartOptions): Promise<Finding[]> {
  const planned = faults.filter(({ name }) => chosen === null || chosen.includes(name))
  if (planned.length === 0)
    throw new Error(`--faults: there are ${faults.map(({ name }) => name).join(', ')}`)
  await using stack = new AsyncDisposableStack()
  const cluster = await startCluster(path.join(folder, 'machines'))
  say(`primary ${(await cluster.primary())?.name}, three etcd, a synchronous standby`)
  const service = await startService(stack, cluster, folder)
  const db = createDatabase({ connection: { connectionString: service.databaseUrl }, poolMax: 2 })
  stack.defer(() => db.end())
  const { publicUrl, command } = service
  const load = stack.use(
    await startLoad({ folder: path.join(folder, 'load'), seed, publicUrl, db, command, say }),
  )
  const random = createRandom(`${seed} faults`)
  const outcomes: Outcome[] = []
  for (let round = 1; round <= rounds; round++)
    for (const fault of planned) {
      await delay(random.integer(3_000, 6_000))
      outcomes.push(await suffer(fault, { cluster, load, random, say }))
    }
  const seen = await load.finish()
  return [...seen.findings, checkAway(seen), ...checkOutcomes(outcomes, service.deaths())]
}

async function isPrimary(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ is_primary: boolean }>(
      'select not pg_is_in_recovery() as is_primary',
    )
    return rows[0]!.is_primary
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function startService(stack: AsyncDisposableStack, cluster: Cluster, folder: string) {
  const [databasePort, port] = [await freePort(), await freePort()]
  const databaseUrl = cluster.urlAt(databasePort)
  const publicUrl = `http://127.0.0.1:${port}`
  const [first, second] = cluster.databases
  const logFile = path.join(folder, 'haproxy.log')
  stack.use(
    await startHaproxy({
      configuration: 'database.cfg',
      port: databasePort,
      env: {
        DATABASE_BIND: `127.0.0.1:${databasePort}`,
        DATABASE_1: `${first!.address}:5432`,
        DATABASE_2: `${second!.address}:5432`,
      },
      logFile,
    }),
  )
  const shared = { folder, databaseUrl, publicUrl }
  const command = (...args: string[]) => runCommand(root, shared, ...args)
  // Until its first checks HAProxy takes both servers for the primary, in turn.
  await eventually('HAProxy leads to the primary alone', async () =>
    (await isPrimary(databaseUrl)) && (await isPrimary(databaseUrl)) ? true : null,
  )
  await command('migrate')
  const fleet = stack.use(await startFleet({ root, ...shared, apis: 2, workers: 2 }))
  const [api1, api2] = fleet.apis
  stack.use(
    await startHaproxy({
      configuration: 'public.cfg',
      port,
      env: { PUBLIC_BIND: `127.0.0.1:${port}`, API_1: api1!, API_2: api2! },
      logFile,
    }),
  )
  return { databaseUrl, publicUrl, command, deaths: fleet.deaths }
}

/** Begins the fault under load, ends it, and waits until the cluster is whole again. */
async function suffer(
  fault: Fault,
  {
    cluster,
    load,
    random,
    say,
  }: { cluster: Cluster; load: Load; random: ReturnType<typeof createRandom>; say: (line: string) => void },
): Promise<Outcome> {
  const since = Date.now()
  const { what, end } = await fault.begin(cluster, random)
  const [least, most] = fault.lastsS
  const lastsMs = random.integer(least * 1_000, most * 1_000)
  await delay(lastsMs)
  await end()
  const endedAt = Date.now()
  const fate = await cluster.untilHealthy(healthyWithinMs).then(
    () => null,
    (error: Error) => error.message,
  )
  const outcome = {
    name: fault.name,
    pauseMs: load.longestPauseMs(since),
    healedMs: fate === null ? Date.now() - endedAt : null,
  }
  const primary = (await cluster.primary())?.name ?? 'none'
  say(
    `${fault.name}: ${what} for ${seconds(lastsMs)}; no write for ${seconds(outcome.pauseMs)}; primary is ${primary}; ${fate ?? `whole again after ${seconds(outcome.healedMs ?? 0)}`}`,
  )
  return outcome
}

function checkOutcomes(outcomes: readonly Outcome[], deaths: readonly string[]): Finding[] {
  const pauses = [...Map.groupBy(outcomes, ({ name }) => name)].map(([name, found]): Finding => {
    const longest = Math.max(...found.map(({ pauseMs }) => pauseMs))
    const breaches = found
      .filter(({ pauseMs }) => pauseMs > pauseMsMax)
      .map(({ pauseMs }): Breach => ({ what: `no write for ${seconds(pauseMs)}` }))
    const figure = `${seconds(longest)} at most in ${found.length} rounds`
    const judged = found.length
    return { bar: 'S2', what: `time without writes, ${name}`, figure, must: '≤ 30 s', judged, breaches }
  })
  const broken = outcomes.filter(({ healedMs }) => healedMs === null)
  const healed = Math.max(...outcomes.map(({ healedMs }) => healedMs ?? 0))
  return [
    ...pauses,
    {
      bar: 'S2',
      what: 'the cluster is whole again by itself',
      figure: `${outcomes.length - broken.length} of ${outcomes.length}, within ${seconds(healed)}`,
      must: 'always',
      judged: outcomes.length,
      breaches: broken.map(({ name }): Breach => ({ what: `not after ${name}` })),
    },
    {
      bar: 'S2',
      what: 'processes of the service that ended',
      figure: String(deaths.length),
      must: '0',
      judged: outcomes.length,
      breaches: deaths.map((what): Breach => ({ what })),
    },
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
