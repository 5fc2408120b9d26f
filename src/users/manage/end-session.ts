import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { recordUserChange } from '../record-user-change.ts'
import { deleteSession } from '../session-queries.ts'

const Params = z.object({ session_id: z.string().describe('Id of one of your sessions.') })

/** Ends a session of the person who is signed in. */
export function endSession(app: App, { db, clock, newId }: { db: Db; clock: Clock; newId: NewId }): void {
  app.delete(
    '/me/sessions/:session_id',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        tags: ['Session'],
        params: Params,
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ user, params }) => {
      const { session_id } = params
      await db.transaction(async (transaction) => {
        const isEnded = isUuid(session_id) && (await deleteSession(transaction, user.user_id, session_id))
        if (!isEnded) throw refusals.sessionNotFound()
        const writing = { now: clock.now(), newId, actor: user.actor }
        await recordUserChange(transaction, writing, { _id: user.user_id, name: user.name }, 'session ended')
      })
      return success(null, 'The session has ended')
    },
  )
}
