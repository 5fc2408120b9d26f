import { createServer as createNetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createContext } from '../app/context.ts'
import type { Context } from '../app/context.ts'
import { createHealthServer, createMetricsServer } from '../app/health.ts'
import { createServer } from '../app/server.ts'
import { runWorker } from '../app/worker.ts'
import type { Config } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { startDatabaseClock } from '../db/database-clock.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import type { App } from '../http/app.ts'
import { printDemo, startDemo } from './demo.ts'
import { openDatabase } from './open-database.ts'
import { CommandFault, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { listenForStop, Stopped, unlessStopped, untilStopped } from './signals.ts'

/** How long work that is under way has when the program stops; what is cut off then, the next start settles. */
const stopGraceMs = 1_500
/** The same for requests, one of which may wait for a provider. Ctrl+C at a terminal does not wait for them. */
const requestGraceMs = 10_000
/** How long proxies have, where nothing else is said, to see that the service is not ready any more. */
const usualShutdownDelaySeconds = 5

interface Role {
  api: boolean
  worker: boolean
  demo: boolean
}

export function addServe(program: Command, config: () => Config): void {
  program
    .command('serve')
    .description('run API and worker in one process, on an embedded PostgreSQL where DATABASE_URL is unset')
    .option('--demo', 'start the provider sandbox as well, and load the demo organization')
    .action(({ demo = false }: { demo?: boolean }) =>
      serveAndExit(config(), { api: true, worker: true, demo }),
    )
  program
    .command('api')
    .description('run the API alone; any number of them, on one DATABASE_URL')
    .action(() => serveAndExit(config(), { api: true, worker: false, demo: false }))
  program
    .command('worker')
    .description(
      'run the worker alone; any number of them, on one DATABASE_URL; health on WORKER_PORT where it is set',
    )
    .action(() => serveAndExit(config(), { api: false, worker: true, demo: false }))
}

/** Everything is closed then; a carrier that still holds a request open must not hold the process. */
async function serveAndExit(config: Config, role: Role): Promise<void> {
  const stop = listenForStop()
  await serve(config, role, stop).catch((error: unknown) => {
    // Told to stop while it started: that is no fault.
    if (error !== stop.reason) throw error
  })
  process.exit(0)
}

async function serve(config: Config, role: Role, stop: AbortSignal): Promise<void> {
  const isWhole = role.api && role.worker
  if (!isWhole && config.databaseUrl === null)
    throw new CommandFault(
      'set DATABASE_URL: api and worker share a database; `serve` runs both on an embedded one',
    )
  const { host, port, metricsPort } = config
  if (role.api) await assertPortIsFree({ host, port, variable: 'PORT' })
  if (role.api && metricsPort !== null)
    await assertPortIsFree({ host, port: metricsPort, variable: 'METRICS_PORT' })
  const log = createLog(config.logLevel)
  await using opened = await openDatabase(config, 'server', {
    signal: stop,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  await unlessStopped<unknown>(stop, isWhole ? migrate(opened.db) : assertMigrated(opened.db))

  let address = config.publicUrl ?? `http://${config.host}:${config.port}`
  const secretKey = await loadSecretKey(config)
  if (!isWhole) warnOfOwnDefaults(config, address, log)
  await using clock = await unlessStopped(stop, startDatabaseClock(opened.db, log))
  const context = createContext({
    db: opened.db,
    log,
    secretKey,
    clock,
    publicUrl: () => address,
    crawlPrivateHosts: config.crawlPrivateHosts,
  })
  // Before all that calls it, so that it is stopped after them.
  await using sandbox = role.demo ? await unlessStopped(stop, startDemo(config, context)) : null
  await using metrics = role.api ? await listenForMetrics(config, context, stop) : null
  await using app = role.api
    ? await listen(
        { host, port, variable: 'PORT' },
        await createServer(context, { stop, hasMetricsPort: metrics !== null }),
        stop,
      )
    : await listenForHealth(config, context, stop)
  const heard = app === null ? null : addressOf(app)
  if (config.publicUrl === null && role.api && heard !== null) address = heard
  // Not at PUBLIC_URL, which need not lead here from this machine; Meta signs nothing but the bytes.
  if (heard !== null) sandbox?.tellTo(heard)
  await using worker = role.worker ? startWorker(context) : null

  printLine(describeStart(role, heard))
  if (metrics !== null) printLine(`Metrics are at ${addressOf(metrics)}/metrics`)
  if (sandbox !== null && heard !== null) printDemo(heard, sandbox)
  const { signal } = await untilStopped(stop)
  log.info({ signal }, 'stopping')
  // Everything still works, but is not ready: proxies send their requests elsewhere from now on.
  if (role.api) await delay(shutdownDelaySeconds(config) * 1_000)
  void worker
}

function shutdownDelaySeconds(config: Config): number {
  const isAtTerminal = process.stdout.isTTY || process.env['npm_lifecycle_event'] === 'start'
  return config.shutdownDelaySeconds ?? (isAtTerminal ? 0 : usualShutdownDelaySeconds)
}

function describeStart(role: Role, heard: string | null): string {
  if (heard === null) return 'Switchboard worker is running'
  if (!role.api) return `Switchboard worker is running (health and metrics at ${heard})`
  return `Switchboard is ready at ${heard} (API reference: ${heard}/docs)`
}

async function assertMigrated(db: Db): Promise<void> {
  if (!(await isMigrated(db)))
    throw new CommandFault('the database is not at this version: run `switchboard migrate` first')
}

/** On one machine with one DATA_DIR these defaults fit together; on several they don't, and nothing else would tell. */
function warnOfOwnDefaults(config: Config, address: string, log: Log): void {
  if (config.secretKey === null)
    log.warn(
      'SECRET_KEY is not set: the key kept in DATA_DIR is used, and machines with another one can not read what it seals',
    )
  if (config.publicUrl === null)
    log.warn({ address }, 'PUBLIC_URL is not set: carriers are told to call back this address')
}

interface ListenAddress {
  host: string
  port: number
  /** The variable of the environment that the port comes from. */
  variable: string
}

/** Says so before anything is started, where the port is not to be had. */
async function assertPortIsFree(address: ListenAddress): Promise<void> {
  const probe = createNetServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portFault(error, address)))
    probe.listen({ host: address.host, port: address.port }, () => probe.close(() => resolve()))
  })
}

function portFault(error: Error & { code?: string }, { host, port, variable }: ListenAddress): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandFault(`port ${port} on ${host} is taken; stop what listens there or set ${variable}`)
    case 'EACCES':
      return new CommandFault(
        `port ${port} on ${host} is not allowed to this user; set ${variable} to 1024 or above`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandFault(`HOST ${host} is no address of this machine`)
    default:
      return error
  }
}

async function listen(address: ListenAddress, app: App, stop: AbortSignal): Promise<App & AsyncDisposable> {
  try {
    await app.listen({ host: address.host, port: address.port })
  } catch (error) {
    throw error instanceof Error ? portFault(error, address) : error
  }
  return Object.assign(app, { [Symbol.asyncDispose]: () => closeServer(app, stop) })
}

async function listenForMetrics(
  { host, metricsPort }: Config,
  context: Context,
  stop: AbortSignal,
): Promise<(App & AsyncDisposable) | null> {
  if (metricsPort === null) return null
  const address = { host, port: metricsPort, variable: 'METRICS_PORT' }
  return listen(address, await createMetricsServer(context, stop), stop)
}

/** A worker shares its environment with an API now and then, and then not the port: it works on without one. */
async function listenForHealth(
  { host, workerPort }: Config,
  context: Context,
  stop: AbortSignal,
): Promise<(App & AsyncDisposable) | null> {
  if (workerPort === null) return null
  try {
    const address = { host, port: workerPort, variable: 'WORKER_PORT' }
    return await listen(address, await createHealthServer(context, stop), stop)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    context.log.warn({ err: error }, 'no health and metrics of this worker')
    return null
  }
}

function addressOf(app: App): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function closeServer(app: App, stop: AbortSignal): Promise<void> {
  const isInterrupted = !(stop.reason instanceof Stopped) || stop.reason.signal === 'SIGINT'
  const graceMs = isInterrupted ? stopGraceMs : requestGraceMs
  const closed = app.close()
  const late = delay(graceMs, undefined, { ref: false }).then(() => app.server.closeAllConnections())
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
