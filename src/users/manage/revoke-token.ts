import { z } from 'zod'
import { recordChange } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { deleteUserToken } from '../token-queries.ts'

const Params = z.object({ token_id: z.string().describe('Id of one of your personal tokens.') })

/** Revokes a personal token; it stops working at once, in every process. */
export function revokeToken(app: App, { db, clock, newId }: { db: Db; clock: Clock; newId: NewId }): void {
  app.delete(
    '/me/tokens/:token_id',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a personal token',
        tags: ['Session'],
        params: Params,
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ user, params }) => {
      const { token_id } = params
      await db.transaction(async (transaction) => {
        const name = isUuid(token_id) ? await deleteUserToken(transaction, user.user_id, token_id) : null
        if (name === null) throw refusals.tokenNotFound()
        const change = {
          organization_id: null,
          kind: 'personal token',
          record_id: token_id,
          record_name: name,
        } as const
        const writing = { now: clock.now(), newId, actor: user.actor }
        await recordChange(transaction, writing, { ...change, action: 'removed', revision: null, fields: [] })
      })
      return success(null, 'The token is revoked')
    },
  )
}
