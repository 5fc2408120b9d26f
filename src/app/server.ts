import type { FastifyRequest } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import { refusals } from '../base/refusals.ts'
import { createRunInOrder } from '../base/run-in-order.ts'
import { RelaySessions } from '../calls/relay/relay-sessions.ts'
import { selectAccountPlace, selectLeaving } from '../cells/directory/copy-queries.ts'
import { createForwarder } from '../cells/forward/forward-requests.ts'
import type { Db } from '../db/database.ts'
import type { App } from '../http/app.ts'
import { createApp } from '../http/create-app.ts'
import type { AppOptions } from '../http/create-app.ts'
import { refusalsOf } from '../http/envelope.ts'
import { answerRaw } from '../http/error-handler.ts'
import { collectRoutes, refuseOtherMethods } from '../http/other-methods.ts'
import { createUnprovedBodies } from '../http/unproved-bodies.ts'
import { authenticate } from '../keys/authenticate.ts'
import { authenticateUser } from '../users/authenticate-user.ts'
import { splitCell } from '../users/secret-token.ts'
import { readSessionCell } from '../users/session-cookie.ts'
import { describeApi, describeManagementApi } from './api-document.ts'
import type { Context } from './context.ts'
import type { HealthOptions } from './health.ts'
import { managementEndpoints, mountedEndpoints } from './management-routes.ts'
import {
  dashboardEndpoints,
  metricsEndpoints,
  openEndpoints,
  projectEndpoints,
  providerWebhooks,
  referenceEndpoints,
} from './routes.ts'
import { serveEndpoints } from './serve-endpoints.ts'

export type ServerOptions = HealthOptions & Pick<AppOptions, 'checkResponses' | 'trustedProxies'>

/** Bounds for all webhooks of the process whose signature is not checked yet. */
const webhookBodyLimits = {
  heldBytesMax: 16 * 1_048_576,
  arrivalMaxMs: 10_000,
  busy: refusals.webhooksBusy,
}
/** How long a report about an attempt waits for the one before it, which may have a sender that is slow on purpose. */
const reportWaitMaxMs = 500

/**
 * Returns a ready HTTP server with every endpoint of `routes.ts` and `management-routes.ts` on it. It does not listen.
 */
export async function createServer(context: Context, options: ServerOptions = {}): Promise<App> {
  const app = await createApp({ log: context.log, onAnswered: countAnswers(context), ...options })
  forwardToCells(app, context)
  await describeApi(app)
  await describeManagementApi(app)
  const { stop, hasMetricsPort = false } = options
  const relaySessions = new RelaySessions(context)
  const receiving = {
    ...context,
    relaySessions,
    bodies: createUnprovedBodies(webhookBodyLimits),
    runReportInOrder: createRunInOrder({ waitMaxMs: reportWaitMaxMs }),
  }
  // Sessions move to other processes while this one still answers. At the latest they do before it closes.
  stop?.addEventListener('abort', () => void relaySessions.stop(), { once: true })
  app.addHook('preClose', () => relaySessions.stop())
  if (context.cells !== null) followLeaving(app, context, relaySessions)
  await app.register(async (scope: App) => serveEndpoints(scope, context, dashboardEndpoints))
  await app.register(async (scope: App) => serveEndpoints(scope, context, referenceEndpoints))
  const routes = collectRoutes(app)
  await app.register(async (scope: App) => serveProjectApi(scope, context))
  await app.register(async (scope: App) => serveManagementApi(scope, context), { prefix: '/api' })
  await app.register(async (scope: App) => {
    scope.addHook('onRequest', refuseWhileHeld(context))
    serveEndpoints(scope, receiving, providerWebhooks)
  })
  await app.register(async (scope: App) => serveEndpoints(scope, { ...context, stop }, openEndpoints))
  if (!hasMetricsPort)
    await app.register(async (scope: App) => serveEndpoints(scope, context, metricsEndpoints))
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}

/** The addresses of the management API that a person signs in and out with, which go on while the database is held. */
const ownAccount = /^\/api\/(sign-in|sign-out|links|me)(\/|$)/

/** Refuses what may change or send something while the database is held. */
function refuseWhileHeld({ holdState }: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (holdState.hold !== null && !isRead && !ownAccount.test(request.url.split('?', 1)[0]!))
      throw refusals.databaseHeld()
  }
}

/** Serves the project API, which checks the caller's key before everything else. */
export function serveProjectApi(app: App, context: Context): void {
  const { onRequest, preValidation, onSend, onClose } = authenticate(context)
  app.addHook('onRequest', onRequest)
  app.addHook('onRequest', refuseWhileHeld(context))
  app.addHook('preValidation', preValidation)
  if (context.mayHaveReplicas) app.addHook('onSend', onSend)
  app.addHook('onClose', onClose)
  // Whatever an operation does, the limits of its key may refuse it.
  app.addHook('onRoute', (route) => {
    route.schema ??= {}
    route.schema.response = { ...(route.schema.response as object), ...refusalsOf(429) }
  })
  serveEndpoints(app, context, projectEndpoints)
}

/** Serves the management API, which checks the session or personal token before everything else. */
export async function serveManagementApi(app: App, context: Context): Promise<void> {
  const { onRoute, onRequest, preValidation } = authenticateUser(context)
  app.decorateRequest('user')
  app.addHook('onRequest', onRequest)
  app.addHook('onRequest', refuseWhileHeld(context))
  app.addHook('preValidation', preValidation)
  await app.register(async (scope: App) => {
    // The endpoints of the project API say which scope a key needs, not which role a person needs.
    scope.addHook('onRoute', (route) => {
      const { scope: _, managedBy = 'editor', readBy = 'viewer', ...config } = route.config ?? {}
      const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
      route.config = { ...config, role: isRead ? readBy : managedBy }
    })
    scope.addHook('onRoute', onRoute)
    serveEndpoints(scope, context, mountedEndpoints)
  })
  await app.register(async (scope: App) => {
    scope.addHook('onRoute', onRoute)
    serveEndpoints(scope, context, managementEndpoints)
  })
}

/** Passes requests for organizations of other cells on, where there are several. */
function forwardToCells(
  app: App,
  { cells, db, clock, log, secretBox, publicUrl, cellMetrics }: Context,
): void {
  if (cells === null) return
  const forwarder = createForwarder(
    {
      cell: cells.name,
      db,
      clock,
      log,
      secretBox,
      sessionCellOf: ({ headers }) => readSessionCell(publicUrl(), headers.cookie),
      cellOfBody: (request) => cellOfSignIn(db, request),
      cellMetrics,
    },
    (socket, refusal) => answerRaw(socket, refusal.code, refusal.message),
  )
  app.addHook('onRequest', forwarder.onRequest)
  app.addHook('preHandler', forwarder.preHandler)
  app.upgrades.first = forwarder.onUpgrade
}

/**
 * Returns the cell that knows the password of somebody who signs in, or the link that somebody uses; null for other
 * requests.
 */
async function cellOfSignIn(db: Db, { routeOptions, body }: FastifyRequest): Promise<string | null> {
  const { url = '' } = routeOptions
  if (url === '/api/sign-in')
    return (await selectAccountPlace(db, (body as { email: string }).email))?.cell ?? null
  if (url === '/api/links/check' || url === '/api/links/accept')
    return splitCell((body as { token: string }).token).cell
  return null
}

/** How often to look for organizations that leave this cell. */
const leavingMs = 250

/**
 * Ends sessions with agents of organizations that are handed over to another cell. Their calls go on there. A hand-over
 * is often shorter than the time between two looks, so those that have left are looked at too.
 */
function followLeaving(app: App, { db }: Context, relaySessions: RelaySessions): void {
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    // The database may be away; then nobody hands an organization over.
    const leaving = await selectLeaving(db).catch(() => new Set<string>())
    isLooking = false
    if (leaving.size > 0) relaySessions.moveOf(leaving)
  }
  const timer = setInterval(() => void look(), leavingMs)
  app.addHook('onClose', async () => clearInterval(timer))
}

function countAnswers({ registry }: Context) {
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'switchboard_http_requests_total',
    help: 'Answered HTTP requests by route and status',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'switchboard_http_request_seconds',
    help: 'Time from the request to its answer, in seconds',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return (answer: { method: string; route: string; status: number; seconds: number }) => {
    requests.inc({ method: answer.method, route: answer.route, status: answer.status })
    seconds.observe({ route: answer.route }, answer.seconds)
  }
}
