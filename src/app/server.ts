import { Counter, Histogram } from 'prom-client'
import type { App } from '../http/app.ts'
import { collectRoutes, createApp, refuseOtherMethods } from '../http/create-app.ts'
import type { AppOptions } from '../http/create-app.ts'
import type { Context } from './context.ts'
import { addApiDocument, describeApi } from './api-document.ts'
import { addHealth } from './health.ts'
import type { HealthOptions } from './health.ts'
import { addReferencePage } from './reference-page.ts'
import { projectApi, webhooks } from './routes.ts'

export type ServerOptions = HealthOptions & Pick<AppOptions, 'checkResponses'>

/** Creates the HTTP server with all routes. It does not listen. */
export async function createServer(context: Context, options: ServerOptions = {}): Promise<App> {
  const app = await createApp({ log: context.log, onAnswered: countAnswers(context), ...options })
  await describeApi(app)
  addReferencePage(app)
  const routes = collectRoutes(app)
  addApiDocument(app)
  await app.register(async (scope: App) => projectApi(scope, context))
  await app.register(async (scope: App) => webhooks(scope, context))
  addHealth(app, context, options)
  await app.after()
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
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
