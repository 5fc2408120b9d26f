import { isMigrated } from '../db/migrate.ts'
import type { App } from '../http/app.ts'
import { Refusal } from '../base/refusals.ts'
import { collectRoutes, createApp, refuseOtherMethods } from '../http/create-app.ts'
import { success } from '../http/envelope.ts'
import type { Context } from './context.ts'

const hidden = { schema: { hide: true } }

/** Serves the state of the process and its metrics (docs/operating.md, "Addresses"). */
export function addHealth(app: App, { db, registry }: Context): void {
  app.get('/healthz', hidden, async () => success(null, 'Alive'))
  app.get('/readyz', hidden, async () => {
    if (!(await isMigrated(db)))
      throw new Refusal('unavailable', 'The database is not migrated to this version')
    return success(null, 'Ready')
  })
  app.get('/metrics', hidden, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** A ready HTTP server with nothing but these, for a worker that runs alone. It does not listen. */
export async function createHealthServer(context: Context): Promise<App> {
  const app = await createApp({ log: context.log })
  const routes = collectRoutes(app)
  addHealth(app, context)
  await app.after()
  refuseOtherMethods(app, routes)
  await app.ready()
  return app
}
