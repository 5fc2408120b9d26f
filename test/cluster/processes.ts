// Step 1: several `api` and `worker` processes behind HAProxy. Under load the service is upgraded from another version
// and then restarted, one process after the other: no request is refused or reset, and no call is lost or dialed twice.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import type { Finding } from '../faults/evidence.ts'
import { freePort } from '../support/free-port.ts'
import { runCommand, startFleet } from './fleet.ts'
import type { Fleet, Restart } from './fleet.ts'
import { startHaproxy } from './haproxy.ts'
import { checkAnswered, startLoad } from './load.ts'
import type { Load } from './load.ts'
import type { Part, PartOptions } from './part.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** How long the load runs before the first restart, and between two of them. */
const betweenMs = 3_000

export const processesPart: Part = {
  name: 'processes',
  programs: ['haproxy'],
  isIsolated: false,
  run,
}

async function run({ folder, seed, rounds, from, say }: PartOptions): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const before = await checkOut(path.join(folder, 'before'), from)
  say(`upgrades from ${from ?? 'this version without its newest migration'}`)
  const dataDir = path.join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', settings: { fsync: 'off' } })
  stack.defer(() => postgres.stop())
  const { host, user, database } = postgres.connection
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const shared = { folder, databaseUrl, publicUrl }
  await runCommand(before, shared, 'migrate')
  const fleet = stack.use(await startFleet({ root: before, ...shared, apis: 2, workers: 2 }))
  const [first, second] = fleet.apis
  stack.use(
    await startHaproxy({
      configuration: 'public.cfg',
      port,
      env: { PUBLIC_BIND: `127.0.0.1:${port}`, API_1: first!, API_2: second! },
      logFile: path.join(folder, 'haproxy.log'),
    }),
  )
  const db = createDatabase({ connection: { connectionString: databaseUrl }, poolMax: 2 })
  stack.defer(() => db.end())
  const command = (...args: string[]) => runCommand(before, shared, ...args)
  const load = stack.use(
    await startLoad({ folder: path.join(folder, 'load'), seed, publicUrl, db, command, say }),
  )
  await delay(betweenMs)

  say(`migrated: ${(await runCommand(root, shared, 'migrate')).trim()}`)
  const restarts = await roll(fleet, load, say)
  for (let round = 1; round <= rounds; round++) restarts.push(...(await roll(fleet, load, say)))
  const seen = await load.finish()
  return [...seen.findings, ...checkAnswered(seen), checkRestarts(restarts, fleet.deaths())]
}

/** Restarts every process with this version, one after the other. */
async function roll(fleet: Fleet, load: Load, say: (line: string) => void): Promise<Restart[]> {
  const restarts: Restart[] = []
  for (const name of fleet.names) {
    const live = load.live()
    const restart = await fleet.restart(name, root)
    restarts.push(restart)
    const { stopMs, startMs, exit } = restart
    say(
      `${name} stopped with ${live} live calls: ${exit} after ${(stopMs / 1_000).toFixed(1)} s, ready after ${(startMs / 1_000).toFixed(1)} s`,
    )
    await delay(betweenMs)
  }
  return restarts
}

function checkRestarts(restarts: readonly Restart[], deaths: readonly string[]): Finding {
  const bad = restarts.filter(({ exit }) => exit !== '0').map(({ exit }) => ({ what: `ended with ${exit}` }))
  const breaches = [...bad, ...deaths.map((what) => ({ what }))]
  const longest = Math.max(...restarts.map(({ stopMs }) => stopMs)) / 1_000
  const figure = `${restarts.length} restarts, the longest stop ${longest.toFixed(1)} s`
  const judged = restarts.length
  return { bar: 'S1', what: 'processes end by themselves', figure, must: 'status 0', judged, breaches }
}

/** Makes a folder with the version that is upgraded from, and returns it. */
async function checkOut(folder: string, from: string | null): Promise<string> {
  mkdirSync(folder, { recursive: true })
  if (from === null) {
    for (const name of ['src', 'migrations', 'bin', 'package.json', 'dashboard', 'openapi.json'])
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
    const newest = readdirSync(path.join(folder, 'migrations')).toSorted().at(-1)!
    rmSync(path.join(folder, 'migrations', newest))
  } else {
    const archive = execFileSync('git', ['archive', from], { cwd: root, maxBuffer: 1_000_000_000 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}
