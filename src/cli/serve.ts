import { createServer as createNetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createContext } from '../app/context.ts'
import type { Context } from '../app/context.ts'
import { createServer } from '../app/server.ts'
import { runWorker } from '../app/worker.ts'
import type { Config } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import type { App } from '../http/app.ts'
import { printDemo, startDemo } from './demo.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { untilStopped } from './signals.ts'

/** How long work that is under way has when the program stops; what is cut off then, the next start settles. */
const stopGraceMs = 1_500

interface Role {
  api: boolean
  worker: boolean
}

export function addServe(program: Command, config: () => Config): void {
  program
    .command('serve')
    .description('run API and worker in one process, on an embedded PostgreSQL where DATABASE_URL is unset')
    .option('--demo', 'start the provider sandbox as well, and load the demo organization')
    .action(({ demo }: { demo?: true }) => serveAndExit(config(), { api: true, worker: true }, demo === true))
  program
    .command('api')
    .description('run the API alone; any number of them, on one DATABASE_URL')
    .action(() => serveAndExit(config(), { api: true, worker: false }, false))
  program
    .command('worker')
    .description('run the worker alone; any number of them, on one DATABASE_URL')
    .action(() => serveAndExit(config(), { api: false, worker: true }, false))
}

/** Everything is closed then; a carrier that still holds a request open must not hold the process. */
async function serveAndExit(config: Config, role: Role, demo: boolean): Promise<void> {
  await serve(config, role, demo)
  process.exit(0)
}

async function serve(config: Config, role: Role, demo: boolean): Promise<void> {
  const isWhole = role.api && role.worker
  if (!isWhole && config.databaseUrl === null)
    throw new CommandFault(
      'set DATABASE_URL: api and worker share a database; `serve` runs both on an embedded one',
    )
  if (role.api) await assertPortIsFree(config)
  const stopped = untilStopped()
  const log = createLog(config.logLevel)
  await using opened = await openDatabase(config, 'server', {
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  if (isWhole) await migrate(opened.db)
  else if (!(await isMigrated(opened.db)))
    throw new CommandFault('the database is not at this version: run `switchboard migrate` first')

  let address = config.publicUrl ?? `http://${config.host}:${config.port}`
  const secretKey = await loadSecretKey(config)
  const context = createContext({ db: opened.db, log, secretKey, publicUrl: () => address })
  // Before all that calls it, so that it is stopped after them.
  await using sandbox = demo ? await startDemo(config, context) : null
  await using app = role.api ? await listen(config, context) : null
  const heard = app === null ? null : addressOf(app)
  if (config.publicUrl === null && heard !== null) address = heard
  await using worker = role.worker ? startWorker(context) : null

  if (heard !== null) printLine(`Switchboard is ready at ${heard} (API reference: ${heard}/docs)`)
  else printLine('Switchboard worker is running')
  if (sandbox !== null && heard !== null) printDemo(heard, sandbox)
  const signal = await stopped
  log.info({ signal }, 'stopping')
  void worker
}

/** Says so before anything is started, where the port is not to be had. */
async function assertPortIsFree({ host, port }: Config): Promise<void> {
  const probe = createNetServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portFault(error, host, port)))
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function portFault(error: Error & { code?: string }, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandFault(`port ${port} on ${host} is taken; stop what listens there or set PORT`)
    case 'EACCES':
      return new CommandFault(
        `port ${port} on ${host} is not allowed to this user; set PORT to 1024 or above`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandFault(`HOST ${host} is no address of this machine`)
    default:
      return error
  }
}

async function listen(config: Config, context: Context): Promise<App & AsyncDisposable> {
  const app = await createServer(context)
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw error instanceof Error ? portFault(error, config.host, config.port) : error
  }
  return Object.assign(app, { [Symbol.asyncDispose]: () => closeServer(app) })
}

function addressOf(app: App): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function closeServer(app: App): Promise<void> {
  const closed = app.close()
  const late = delay(stopGraceMs, undefined, { ref: false }).then(() => app.server.closeAllConnections())
  await Promise.race([closed, late])
}

function startWorker(context: Context): AsyncDisposable {
  const stop = new AbortController()
  const running = runWorker(context, stop.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(stopGraceMs, undefined, { ref: false })])
    },
  }
}
