import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createContext } from '../app/context.ts'
import type { Context } from '../app/context.ts'
import { createServer } from '../app/server.ts'
import { runWorker } from '../app/worker.ts'
import { chromiumDirOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { startDatabaseClock } from '../db/database-clock.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import { repeat } from '../jobs/repeat.ts'
import { publishHealth } from '../hints/publish-health.ts'
import { reportProcess } from '../jobs/report-process.ts'
import { createWatch } from '../operator/demo/watch.ts'
import { fillDemo, printDemo, startDemo, startDemoModels, startDemoSite } from './run-demo.ts'
import { addressOf, assertPortIsFree, listen, listenForHealth, listenForMetrics } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { dashboardOf, makeFirstOwnerLink } from '../users/links.ts'
import { CommandFault, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { listenForStop, unlessStopped, untilStopped } from './signals.ts'

/** How long running work of the worker may take after a signal to stop. The next start settles what is cut off. */
const workGraceMs = 1_500
/** How long the last hint of an ending process is waited for. */
const hintMsMax = 1_000
/** How long proxies have by default to notice that the service is no longer ready. */
const usualShutdownDelaySeconds = 5

interface Role {
  api: boolean
  worker: boolean
  demo: boolean
  /** Whether the demo has no history and places no calls. */
  isEmpty: boolean
}

export function addServe(program: Command, config: () => Config): void {
  program
    .command('serve')
    .description('run API and worker in one process, on an embedded PostgreSQL where DATABASE_URL is unset')
    .option('--demo', 'start the provider sandbox as well, and load the demo organization')
    .option('--empty', 'with --demo: without history, and without calls while somebody watches')
    .action(({ demo = false, empty: isEmpty = false }: { demo?: boolean; empty?: boolean }) =>
      serveAndExit(config(), { api: true, worker: true, demo, isEmpty }),
    )
  program
    .command('api')
    .description('run the API alone; any number of them, on one DATABASE_URL')
    .action(() => serveAndExit(config(), { api: true, worker: false, demo: false, isEmpty: true }))
  program
    .command('worker')
    .description(
      'run the worker alone; any number of them, on one DATABASE_URL; health on WORKER_PORT where it is set',
    )
    .action(() => serveAndExit(config(), { api: false, worker: true, demo: false, isEmpty: true }))
}

/**
 * Serves, then exits the process. Everything is closed at that point; a carrier that keeps a request open must not keep
 * the process running.
 */
async function serveAndExit(config: Config, role: Role): Promise<void> {
  const stop = listenForStop()
  await serve(config, role, stop).catch((error: unknown) => {
    // A signal to stop during the start is not a fault.
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
  const hasHistory = role.demo && !role.isEmpty
  await using site = hasHistory ? await unlessStopped(stop, startDemoSite()) : null
  await using models = role.demo ? await unlessStopped(stop, startDemoModels(config)) : null
  const context = createContext({
    db: opened.db,
    log,
    secretKey,
    clock,
    publicUrl: () => address,
    crawlPrivateHosts: [...config.crawlPrivateHosts, ...(site === null ? [] : [site.host])],
    modelPrivateHosts: [...config.modelPrivateHosts, ...(models === null ? [] : [new URL(models.url).host])],
    chromiumDir: chromiumDirOf(config),
  })
  // Declared before everything that calls the sandbox, so that the sandbox is stopped last.
  await using sandbox =
    models && (await unlessStopped(stop, startDemo(config, context, { hasHistory, models })))
  await using metrics = role.api ? await listenForMetrics(config, context, stop) : null
  await using app = role.api
    ? await listen(
        { host, port, variable: 'PORT' },
        await createServer(context, {
          stop,
          hasMetricsPort: metrics !== null,
          trustedProxies: config.trustedProxies,
        }),
        stop,
      )
    : await listenForHealth(config, context, stop)
  const listeningAt = app === null ? null : addressOf(app)
  if (config.publicUrl === null && role.api && listeningAt !== null) address = listeningAt
  // The demo does not use PUBLIC_URL, which this machine may not reach. Webhook signatures cover only the body, not the
  // address.
  if (listeningAt !== null) sandbox?.reportStatusesTo(listeningAt)
  await using worker = role.worker ? startWorker(context) : null
  await using reporting = startReporting(context, role)

  printLine(describeStart(role, listeningAt))
  if (metrics !== null) printLine(`Metrics are at ${addressOf(metrics)}/metrics`)
  if (role.api && role.worker) await printDashboard(context)
  if (sandbox !== null && listeningAt !== null) printDemo(listeningAt, sandbox)
  const watch = createWatch(() => context.hintWatch.hasStreams())
  app?.server.on('request', ({ url = '' }) => watch.noteRequest(url))
  const { isWatched } = watch
  await using filling =
    sandbox !== null && site !== null ? fillDemo(context, sandbox, { siteUrl: site.url, isWatched }) : null
  const { signal } = await untilStopped(stop)
  log.info({ signal }, 'stopping')
  // From here the service still works but reports that it is not ready, so that proxies send requests elsewhere.
  if (role.api) await delay(shutdownDelaySeconds(config) * 1_000)
  void worker
  void reporting
  void filling
}

function shutdownDelaySeconds(config: Config): number {
  const isAtTerminal = process.stdout.isTTY || process.env['npm_lifecycle_event'] === 'start'
  return config.shutdownDelaySeconds ?? (isAtTerminal ? 0 : usualShutdownDelaySeconds)
}

function describeStart(role: Role, listeningAt: string | null): string {
  if (listeningAt === null) return 'Switchboard worker is running'
  if (!role.api) return `Switchboard worker is running (health and metrics at ${listeningAt})`
  return `Switchboard is ready at ${listeningAt} (API reference: ${listeningAt}/docs)`
}

/** Prints where the dashboard is. While nobody can sign in, that is a link for the first owner, another at each start. */
async function printDashboard(context: Context): Promise<void> {
  const link = await makeFirstOwnerLink(context)
  printLine(
    link === null
      ? `Dashboard: ${dashboardOf(context.publicUrl())}`
      : `Dashboard: ${link.url}\n  This link makes the first owner. It is good once, for 24 hours.`,
  )
}

async function assertMigrated(db: Db): Promise<void> {
  if (!(await isMigrated(db)))
    throw new CommandFault('the database is not at this version: run `switchboard migrate` first')
}

/** Warns of defaults that fit one machine with one DATA_DIR, but not several machines. Nothing else would show that. */
function warnOfOwnDefaults(config: Config, address: string, log: Log): void {
  if (config.secretKey === null)
    log.warn(
      'SECRET_KEY is not set: the key kept in DATA_DIR is used, and machines with another one can not read what it seals',
    )
  if (config.publicUrl === null)
    log.warn({ address }, 'PUBLIC_URL is not set: carriers will call back at this address')
}

/** Makes this process say every 10 s that it is there, until it ends. */
function startReporting(context: Context, role: Role): AsyncDisposable {
  const kind = role.api && role.worker ? 'serve' : role.api ? 'api' : 'worker'
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const stop = new AbortController()
  const running = repeat(
    reportProcess(context, kind, version, () => publishHealth(context)),
    context.log,
    stop.signal,
  )
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(workGraceMs, undefined, { ref: false })])
      // The database may be away at the end; the hint is dropped then.
      await Promise.race([context.hints.flush(), delay(hintMsMax, undefined, { ref: false })])
    },
  }
}

function startWorker(context: Context): AsyncDisposable {
  const stop = new AbortController()
  const running = runWorker(context, stop.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(workGraceMs, undefined, { ref: false })])
    },
  }
}
