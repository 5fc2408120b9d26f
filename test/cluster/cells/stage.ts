import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../../src/db/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../../../src/db/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'
import { eventually } from '../../support/service.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const main = path.join(root, 'src/cli/main.ts')
const mover = path.join(root, 'test/cluster/cells/mover.ts')

/** A process of the stage. */
export interface Running {
  child: ChildProcess
  kill: () => Promise<void>
}

/** One cell: a cluster of its own, an API and a worker. */
export interface StagedCell {
  name: string
  url: string
  databaseUrl: string
  db: Db
  /** Ends the API or the worker with SIGKILL and starts another one. */
  restart: (role: 'api' | 'worker') => Promise<void>
  /** Runs something while neither the API nor the worker is there. */
  whileStopped: (run: () => Promise<void>) => Promise<void>
  /** Ends both processes and PostgreSQL. */
  die: () => Promise<void>
  /** Starts them again. */
  revive: () => Promise<void>
}

export interface Stage extends AsyncDisposable {
  folder: string
  routerUrl: string
  directory: Db
  /** Ends the directory's PostgreSQL with SIGKILL, and starts it again. */
  killDirectory: () => Promise<void>
  reviveDirectory: () => Promise<void>
  cells: Record<'one' | 'two', StagedCell>
  /** Runs a command and returns its output. @throws if it fails. */
  command: (args: readonly string[], environment?: Record<string, string>) => Promise<string>
  /** Starts a command. */
  begin: (args: readonly string[]) => ChildProcess
  /** Starts a move that waits before each step for a line on its standard input (`mover.ts`). */
  beginMover: (organization: string, to: string) => ChildProcess
  /** Writes the map of the router and reloads it. */
  route: () => Promise<void>
}

const small = { shared_buffers: '32MB', max_connections: '120', max_wal_size: '512MB' }

/** What a run wants of the clusters beside what they are. */
export interface StageOptions {
  /** Further settings of PostgreSQL. */
  settings?: Record<string, string>
  /** Called for each cluster once it runs. */
  prepare?: (cluster: EmbeddedPostgres) => Promise<void>
}

/** Starts a cluster and returns its address. PostgreSQL outlives a kill of the programs, not of this process. */
async function startCluster(dataDir: string, { settings, prepare }: StageOptions) {
  const start = () => startEmbeddedPostgres({ dataDir, role: 'command', settings: { ...small, ...settings } })
  let cluster = await start()
  await prepare?.(cluster)
  const { host, user, database } = cluster.connection
  return {
    databaseUrl: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    stop: () => cluster.stop(),
    /** Kills all processes of PostgreSQL at once, as a machine that loses its power. */
    kill: async () => {
      const [pid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await eventually('PostgreSQL is gone', () => (isAlive(Number(pid)) ? null : true))
    },
    start: async () => {
      cluster = await start()
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts two cells, their directory and HAProxy, all on loopback. */
export async function startStage(folder: string, options: StageOptions = {}): Promise<Stage> {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('haproxy is missing: install the Debian package haproxy')
  await using stack = new AsyncDisposableStack()
  const clusters = {
    directory: await startCluster(path.join(folder, 'directory'), options),
    one: await startCluster(path.join(folder, 'one'), options),
    two: await startCluster(path.join(folder, 'two'), options),
  }
  for (const cluster of Object.values(clusters)) stack.defer(() => cluster.stop())
  const routerPort = await freePort()
  const routerUrl = `http://127.0.0.1:${routerPort}`
  const shared = {
    PATH: process.env['PATH'] ?? '',
    DIRECTORY_URL: clusters.directory.databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: routerUrl,
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_SECONDS: '0',
  }
  const begin = (args: readonly string[], environment: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [main, ...args], {
      env: { ...shared, ...environment },
      stdio: ['ignore', 'pipe', openSync(path.join(folder, 'log.ndjson'), 'a')],
    })
  const command = async (
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<string> => {
    const child = begin(args, environment)
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [status] = (await once(child, 'close')) as [number | null]
    if (status !== 0)
      throw new Error(`switchboard ${args.join(' ')}: ${status}; ${text.slice(-500)}; see ${folder}`)
    return text
  }
  const startCell = async (name: 'one' | 'two'): Promise<StagedCell> => {
    const cluster = clusters[name]
    const { databaseUrl } = cluster
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const environment = { DATABASE_URL: databaseUrl, CELL: name, PORT: String(port) }
    await command(['migrate'], environment)
    await command(['cells', 'create', name, '--url', url, '--database-url', databaseUrl])
    const running = new Map<string, Running>()
    const start = async (role: 'api' | 'worker'): Promise<void> => {
      const child = begin([role], environment)
      const kill = async (): Promise<void> => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      running.set(role, { child, kill })
      for await (const _ of createInterface({ input: child.stdout! })) break
      child.stdout!.resume()
    }
    const killAll = () => Promise.all([...running.values()].map(({ kill }) => kill()))
    stack.defer(async () => void (await killAll()))
    const startAll = () => Promise.all([start('api'), start('worker')])
    await startAll()
    const connect = () => createDatabase({ connection: { connectionString: databaseUrl }, poolMax: 4 })
    const db = connect()
    stack.defer(() => db.end())
    return {
      name,
      url,
      databaseUrl,
      db,
      restart: async (role) => {
        await running.get(role)?.kill()
        await start(role)
      },
      whileStopped: async (run) => {
        await killAll()
        await run()
        await startAll()
      },
      die: async () => {
        await killAll()
        await cluster.stop()
      },
      revive: async () => {
        await cluster.start()
        await startAll()
      },
    }
  }
  const cells = { one: await startCell('one'), two: await startCell('two') }
  const directory = createDatabase({
    connection: { connectionString: clusters.directory.databaseUrl },
    poolMax: 2,
  })
  stack.defer(() => directory.end())
  const map = path.join(folder, 'cells.map')
  const pidFile = path.join(folder, 'haproxy.pid')
  const hostOf = ({ url }: StagedCell) => new URL(url).host
  await command(['cells', 'route', '--file', map])
  const router = spawn('haproxy', ['-W', '-p', pidFile, '-f', path.join(root, 'deploy/haproxy/cells.cfg')], {
    env: {
      PATH: shared.PATH,
      ROUTER_PORT: String(routerPort),
      CELLS_MAP: map,
      CELL_ONE: hostOf(cells.one),
      CELL_TWO: hostOf(cells.two),
    },
    stdio: ['ignore', 'ignore', openSync(path.join(folder, 'haproxy.log'), 'a')],
  })
  stack.defer(async () => {
    const gone = once(router, 'exit')
    router.kill('SIGTERM')
    await gone
  })
  await eventually('the router answers', () => {
    if (router.exitCode !== null) throw new Error(`HAProxy ended; see ${folder}/haproxy.log`)
    return fetch(`${routerUrl}/healthz`).then(
      ({ status }) => (status === 200 ? true : null),
      () => null,
    )
  })
  const held = stack.move()
  return {
    folder,
    routerUrl,
    directory,
    killDirectory: () => clusters.directory.kill(),
    reviveDirectory: () => clusters.directory.start(),
    cells,
    command,
    begin: (args) => begin(args),
    beginMover: (...args) =>
      spawn(process.execPath, [mover, ...args], {
        env: shared,
        stdio: ['pipe', 'pipe', openSync(path.join(folder, 'log.ndjson'), 'a')],
      }),
    route: async () => {
      await command(['cells', 'route', '--file', map])
      // The master starts new processes, and lets the old ones end with their connections.
      router.kill('SIGUSR2')
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
