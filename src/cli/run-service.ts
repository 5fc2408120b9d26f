import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createContext } from '../app/context.ts'
import type { Context } from '../app/context.ts'
import type { ServerOptions } from '../app/server.ts'
import { runWorker, usualIdleMs } from '../app/worker.ts'
import { chromiumDirOf, replicasOf, serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import type { Log } from '../base/log.ts'
import { startDatabaseClock } from '../db/database-clock.ts'
import type { DatabaseHold } from '../db/database-identity.ts'
import type { Db } from '../db/database.ts'
import { startHoldWatch } from '../db/hold-watch.ts'
import type { HoldWatch } from '../db/hold-watch.ts'
import { isMigrated, migrate } from '../db/migrate.ts'
import { publishHealth } from '../hints/publish-health.ts'
import type { App } from '../http/app.ts'
import { isInService } from '../jobs/in-service.ts'
import { repeat } from '../jobs/repeat.ts'
import { reportProcess } from '../jobs/report-process.ts'
import { createWatch } from '../operator/demo/watch.ts'
import { describeHold } from '../operator/describe-hold.ts'
import { measureWork } from '../operator/manage/measure-work.ts'
import { dashboardOf, makeFirstOwnerLink } from '../users/links.ts'
import { databaseAddress, openDatabase } from './open-database.ts'
import type { OpenDatabase } from './open-database.ts'
import { openMember } from './open-directory.ts'
import { addressOf, assertPortIsFree, listen, listenForHealth, listenForMetrics } from './open-ports.ts'
import { CommandFault, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'
import { listenForStop, unlessStopped, untilStopped } from './signals.ts'

/** How long running work of the worker may take after a signal to stop. The next start settles what is cut off. */
const workGraceMs = 1_500
/** How long the last hint of an ending process is waited for. */
const hintMsMax = 1_000
/** How long proxies have by default to notice that the service is no longer ready. */
const usualShutdownDelaySeconds = 5

/** What a process runs. */
export interface Role {
  api: boolean
  worker: boolean
  demo: boolean
  /** Whether the demo has no history and places no calls. */
  isEmpty: boolean
}

/**
 * Serves, then exits the process. Everything is closed at that point; a carrier that keeps a request open must not keep
 * the process running.
 */
export async function serveAndExit(config: Config, role: Role): Promise<void> {
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
  const { host, port } = config
  if (role.api) await assertPortsAreFree(config)
  const log = createLog(config.logLevel)
  await using tracing = await startTracing(config)
  await using opened = await openForServing(config, log, stop)
  await unlessStopped<unknown>(stop, isWhole ? migrateForServing(opened.db, log) : assertMigrated(opened.db))

  let address = serviceUrlOf(config)
  const secretKey = await loadSecretKey(config)
  if (!isWhole) warnOfOwnDefaults(config, address, log)
  await using clock = await unlessStopped(stop, startDatabaseClock(opened.db, log))
  // This and the API are loaded where they are needed: they took a third of a worker's start.
  const demo = role.demo ? await import('./run-demo.ts') : null
  const hasHistory = !role.isEmpty
  await using site = demo && hasHistory ? await unlessStopped(stop, demo.startDemoSite()) : null
  await using models = demo && (await unlessStopped(stop, demo.startDemoModels(config)))
  await using holdState = await unlessStopped(stop, watchHold(config, opened.db, log))
  await using member = await unlessStopped(stop, openMember(config))
  const context = createContext({
    holdState,
    db: opened.db,
    cells: member,
    log,
    secretKey,
    clock,
    publicUrl: () => address,
    crawlPrivateHosts: [...config.privateHosts, ...(site === null ? [] : [site.host])],
    modelPrivateHosts: [...config.modelPrivateHosts, ...(models === null ? [] : [new URL(models.url).host])],
    chromiumDir: chromiumDirOf(config),
    ...readingOf(config, role),
  })
  holdState.onChange = () => publishHealth(context)
  await using lists = context.lists
  // Declared before everything that calls the sandbox, so that the sandbox is stopped last.
  await using sandbox =
    demo && models && (await unlessStopped(stop, demo.startDemo(config, context, { hasHistory, models })))
  await using metrics = role.api ? await listenForMetrics(config, context, stop) : null
  await using app = role.api
    ? await listen(
        { host, port, variable: 'PORT' },
        await createApi(context, {
          stop,
          hasMetricsPort: metrics !== null,
          trustedProxies: config.trustedProxies,
        }),
        stop,
      )
    : await listenForHealth(config, context, stop)
  const listeningAt = app && addressOf(app)
  if (config.publicUrl === null && role.api && listeningAt !== null) address = listeningAt
  // The demo does not use PUBLIC_URL, which this machine may not reach. Webhook signatures cover only the body, not the
  // address.
  if (listeningAt !== null) sandbox?.reportStatusesTo(listeningAt)
  await sandbox?.pointNumbersTo(address)
  await using background = startBackground(context, role)

  printLine(describeStart(role, listeningAt, holdState.hold))
  if (metrics !== null) printLine(`Metrics are at ${addressOf(metrics)}/metrics`)
  if (role.api && role.worker) await printDashboard(context)
  if (demo !== null && sandbox !== null && listeningAt !== null) demo.printDemo(listeningAt, sandbox)
  const watch = createWatch(() => context.hintWatch.hasStreams())
  app?.server.on('request', ({ url = '' }) => watch.noteRequest(url))
  const { isWatched } = watch
  await using filling =
    demo && sandbox && site ? demo.fillDemo(context, sandbox, { siteUrl: site.url, isWatched }) : null
  const { signal } = await untilStopped(stop)
  log.info({ signal }, 'stopping')
  // From here the service still works but reports that it is not ready, so that proxies send requests elsewhere.
  if (role.api) await delay(shutdownDelaySeconds(config) * 1_000)
  void [background, filling, lists, tracing]
}

async function assertPortsAreFree({ host, port, metricsPort }: Config): Promise<void> {
  await assertPortIsFree({ host, port, variable: 'PORT' })
  if (metricsPort !== null) await assertPortIsFree({ host, port: metricsPort, variable: 'METRICS_PORT' })
}

/** Starts traces where they are wanted. Their libraries are loaded only then. */
async function startTracing(config: Config): Promise<AsyncDisposable | null> {
  if (config.otelExporterOtlpEndpoint === null) return null
  const tracing = await import('../app/tracing.ts')
  return tracing.startTracing({
    endpoint: config.otelExporterOtlpEndpoint,
    headers: config.otelExporterOtlpHeaders ?? {},
    ratio: config.otelTracesSamplerArg,
    serviceName: config.otelServiceName,
    version: readVersion(),
    instanceId: `${hostname()}:${process.pid}`,
  })
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Returns where lists are read. The embedded database has no replicas, and a worker lists nothing. */
function readingOf(config: Config, role: Role) {
  const hasReplicas = role.api && config.databaseReadUrl.length > 0
  return {
    ...(hasReplicas && { replicas: replicasOf(config) }),
    mayHaveReplicas: config.databaseUrl !== null,
  }
}

async function createApi(context: Context, options: ServerOptions): Promise<App> {
  const { createServer } = await import('../app/server.ts')
  return createServer(context, options)
}

function shutdownDelaySeconds(config: Config): number {
  const isAtTerminal = process.stdout.isTTY || process.env['npm_lifecycle_event'] === 'start'
  return config.shutdownDelaySeconds ?? (isAtTerminal ? 0 : usualShutdownDelaySeconds)
}

function openForServing(config: Config, log: Log, signal: AbortSignal): Promise<OpenDatabase> {
  return openDatabase(config, 'server', {
    signal,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
}

function watchHold(config: Config, db: Db, log: Log): Promise<HoldWatch> {
  return startHoldWatch(db, {
    log,
    address: databaseAddress(config),
    isInService: () => isInService(db),
  })
}

function describeStart(role: Role, listeningAt: string | null, hold: DatabaseHold | null): string {
  const held = hold === null ? '' : `\n${describeHold(hold)}; see \`switchboard hold --help\``
  if (listeningAt === null) return `Switchboard worker is running${held}`
  if (!role.api) return `Switchboard worker is running (health and metrics at ${listeningAt})${held}`
  return `Switchboard is ready at ${listeningAt} (API reference: ${listeningAt}/docs)${held}`
}

/**
 * Prints where the dashboard is. While nobody can sign in, that is a link for the first owner, another at each start.
 */
async function printDashboard(context: Context): Promise<void> {
  const link = await makeFirstOwnerLink(context)
  printLine(
    link === null
      ? `Dashboard: ${dashboardOf(context.publicUrl())}`
      : `Dashboard: ${link.url}\n  This link makes the first owner. It is good once, for 24 hours.`,
  )
}

function migrateForServing(db: Db, log: Log): Promise<string[]> {
  return migrate(db, 'cell', (waitsFor) => log.warn(waitsFor))
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

/** How many processes share the database, this one included. */
interface Company {
  processes: number
}

/** Starts the jobs of a worker, and what every process does beside its requests. */
function startBackground(context: Context, role: Role): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  const company: Company = { processes: 1 }
  if (role.worker) stack.use(startWorker(context, role, company))
  stack.use(startReporting(context, role, company))
  return stack
}

/** Makes this process say every 10 s that it is there, and measure what waits, until it ends. */
function startReporting(context: Context, role: Role, company: Company): AsyncDisposable {
  const kind = role.api && role.worker ? 'serve' : role.api ? 'api' : 'worker'
  const version = readVersion()
  const stop = new AbortController()
  const report = reportProcess(context, kind, version, (alive) => {
    company.processes = alive ?? company.processes
    publishHealth(context)
  })
  const running = Promise.all([report, measureWork(context)].map((job) => repeat(job, context, stop.signal)))
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(workGraceMs, undefined, { ref: false })])
      // The database may be away at the end; the hint is dropped then.
      await Promise.race([context.hints.flush(), delay(hintMsMax, undefined, { ref: false })])
    },
  }
}

/**
 * Where one process is the whole service it knows of all writes but those of commands, and asks the database less
 * often.
 */
const aloneIdleMs = 2_000

function startWorker(context: Context, role: Role, company: Company): AsyncDisposable {
  const stop = new AbortController()
  const idleMs = () => (role.api && company.processes === 1 ? aloneIdleMs : usualIdleMs)
  const running = runWorker(context, stop.signal, idleMs)
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await Promise.race([running, delay(workGraceMs, undefined, { ref: false })])
    },
  }
}
