import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { timestamp } from '../../http/timestamp.ts'
import { confirmedMs } from '../authenticate-user.ts'
import { selectAccount } from '../queries.ts'
import { updateSessionConfirmed } from '../session-queries.ts'
import { confirmPassword as confirm } from '../sign-in.ts'
import { GivenPassword } from './fields.ts'

const Body = z.strictObject({ password: GivenPassword }).meta({ id: 'ConfirmInput' })

const Confirmed = z
  .object({ confirmed_until: timestamp().describe('Until when the password is not asked again.') })
  .meta({ id: 'Confirmed' })

/** Takes the password again, for what asks for it. */
export function confirmPassword(app: App, context: { db: Db; clock: Clock }): void {
  app.post(
    '/me/confirm',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'confirmPassword',
        summary: 'Give your password again',
        description:
          'Making keys, people and secrets asks for it where it was given more than 15 minutes ago.',
        tags: ['Session'],
        body: Body,
        response: { 200: successOf(Confirmed), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async (request) => {
      const { user, body, ip } = request
      const account = await selectAccount(context.db, user.user_id)
      if (account === null) throw refusals.signInNeeded()
      await confirm(context, account, body.password, ip)
      const now = context.clock.now()
      await updateSessionConfirmed(context.db, user.session_id!, now)
      return success({ confirmed_until: new Date(now.getTime() + confirmedMs).toISOString() }, 'Confirmed')
    },
  )
}
