import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { faultOfPassword, hashPassword } from '../password.ts'
import { selectAccount, updateOwnPassword } from '../queries.ts'
import { recordUserChange } from '../record-user-change.ts'
import { generateSecret, hashSecret } from '../secret-token.ts'
import { sessionCookie } from '../session-cookie.ts'
import { deleteSessions, updateSessionToken } from '../session-queries.ts'
import { confirmPassword } from '../sign-in.ts'
import { GivenPassword } from './fields.ts'

const Body = z
  .strictObject({
    current_password: GivenPassword,
    new_password: GivenPassword.describe('12 characters at least, and not a common one.'),
  })
  .meta({ id: 'PasswordInput' })

/** Sets another password. All other sessions of the person end, and this one gets another cookie. */
export function changePassword(
  app: App,
  context: {
    db: Db
    clock: Clock
    newId: NewId
    publicUrl: () => string
    cells: { name: string } | null
  },
): void {
  app.post(
    '/me/password',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'All your other sessions end. Personal tokens stay.',
        tags: ['Session'],
        body: Body,
        response: { 200: successOf(z.null()), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async ({ user, body, ip }, reply) => {
      const { db, clock, newId } = context
      const fault = faultOfPassword(body.new_password)
      if (fault !== null) throw refusals.faultyRequest({ path: 'new_password', message: fault })
      const account = await selectAccount(db, user.user_id)
      if (account === null) throw refusals.signInNeeded()
      await confirmPassword(context, account, body.current_password, ip)
      const passwordHash = await hashPassword(body.new_password)
      const secret = generateSecret()
      const now = clock.now()
      await db.transaction(async (transaction) => {
        // While both passwords were hashed, a link may have set another one, or the session may have ended.
        if (!(await updateOwnPassword(transaction, account, { passwordHash, now })))
          throw refusals.signInNeeded()
        await deleteSessions(transaction, user.user_id, user.session_id)
        const session = { tokenHash: hashSecret(secret), now }
        if (!(await updateSessionToken(transaction, user.session_id!, session))) throw refusals.signInNeeded()
        await recordUserChange(transaction, { now, newId, actor: user.actor }, account, 'password changed')
      })
      void reply.header('set-cookie', sessionCookie(context, secret))
      return success(null, 'The password is changed')
    },
  )
}
