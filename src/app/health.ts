import { Refusal } from '../base/refusals/refusal.ts'
import { findDatabaseState } from '../db/migrate.ts'
import type { App } from '../http/app.ts'
import { createApp } from '../http/create-app.ts'
import { success } from '../http/envelope.ts'
import { collectRoutes, refuseOtherMethods } from '../http/other-methods.ts'
import { readyDocument, readyRoute, sendReady } from '../http/ready-document.ts'
import type { ReadyDocument } from '../http/ready-document.ts'
import type { Context } from './context.ts'

const hidden = { schema: { hide: true } }

export interface HealthOptions {
  /** Aborts when the program stops. */
  stop?: AbortSignal
  /** Whether `/metrics` is on a port of its own. */
  hasMetricsPort?: boolean
}

export type OpenContext = Context & { stop: AbortSignal | undefined }

/** Serves `/healthz`, which says that the process is alive, and `/readyz`, which says that it can do its work. */
export function addHealth(app: App, context: OpenContext): void {
  const { stop, holdState } = context
  app.get('/healthz', hidden, async () => success(null, 'Alive'))
  app.get('/readyz', hidden, async () => {
    if (stop?.aborted) throw new Refusal('unavailable', 'The service is stopping')
    const state = await findDatabaseState(context.db)
    if (state === 'read_only') throw new Refusal('unavailable', 'The database takes no writes')
    if (state === 'not_migrated')
      throw new Refusal('unavailable', 'The database is not migrated to this version')
    return success(null, holdState.hold === null ? 'Ready' : 'Ready, and held: only reads are answered')
  })
}

/** Redirects the bare address to the dashboard. */
export function redirectToDashboard(app: App): void {
  app.get('/', hidden, async (_request, reply) => reply.redirect('/app', 303))
}

/** How long requests share the collected metrics: collecting them takes several milliseconds. */
const metricsKeptMs = 1_000

/** Serves `/metrics` in the format of Prometheus. */
export function addMetrics(app: App, { registry }: Context): void {
  let gathered: Promise<ReadyDocument> | null = null
  let gatheredAt = 0
  const gather = async () =>
    readyDocument(registry.contentType, Buffer.from(await registry.metrics()), 'no-store')
  app.get('/metrics', readyRoute, async (request, reply) => {
    const now = performance.now()
    if (gathered === null || now - gatheredAt >= metricsKeptMs) {
      gathered = gather()
      gatheredAt = now
    }
    return sendReady(request, reply, await gathered)
  })
}

/** Creates an HTTP server with only these addresses, for a separate worker. It does not listen. */
export async function createHealthServer(context: Context, stop: AbortSignal): Promise<App> {
  return createBareServer(context, stop, (app) => {
    addHealth(app, { ...context, stop })
    addMetrics(app, context)
  })
}

/** Creates an HTTP server with only `/metrics`, for a port that the public can't reach. It does not listen. */
export async function createMetricsServer(context: Context, stop: AbortSignal): Promise<App> {
  return createBareServer(context, stop, (app) => addMetrics(app, context))
}

async function createBareServer(
  { log }: Context,
  stop: AbortSignal,
  addRoutes: (app: App) => void,
): Promise<App> {
  const app = await createApp({ log, stop })
  const routes = collectRoutes(app)
  addRoutes(app)
  await app.after()
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}
