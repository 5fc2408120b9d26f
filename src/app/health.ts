import { isMigrated } from '../db/migrate.ts'
import type { App } from '../http/app.ts'
import { Refusal } from '../base/refusals.ts'
import { success } from '../http/envelope.ts'
import type { Context } from './context.ts'

const hidden = { schema: { hide: true } }

/** Alive, ready, and what there is to measure (operator's contract, "HTTP addresses"). */
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
