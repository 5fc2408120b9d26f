import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { recordUserChange } from '../record-user-change.ts'
import { endedCookie } from '../session-cookie.ts'
import { deleteSession } from '../session-queries.ts'

/** Ends the session of the request. */
export function signOut(
  app: App,
  { db, clock, newId, publicUrl }: { db: Db; clock: Clock; newId: NewId; publicUrl: () => string },
): void {
  app.post(
    '/sign-out',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        tags: ['Session'],
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403) },
      },
    },
    async ({ user }, reply) => {
      await db.transaction(async (transaction) => {
        await deleteSession(transaction, user.user_id, user.session_id!)
        const writing = { now: clock.now(), newId, actor: user.actor }
        await recordUserChange(transaction, writing, { _id: user.user_id, name: user.name }, 'signed out')
      })
      void reply.header('set-cookie', endedCookie(publicUrl()))
      return success(null, 'Signed out')
    },
  )
}
