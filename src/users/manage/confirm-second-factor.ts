import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { selectAccount } from '../queries.ts'
import { confirmSecondFactor as confirm } from '../second-factor.ts'
import type { SecondFactorContext } from '../second-factor.ts'
import { RecoveryCodes, SecondFactorCode } from './fields.ts'

const Body = z
  .strictObject({ code: SecondFactorCode.describe('What the app shows.') })
  .meta({ id: 'ConfirmSecondFactorInput' })

/** Turns the second factor on. */
export function confirmSecondFactor(app: App, context: SecondFactorContext): void {
  app.post(
    '/me/second-factor/confirm',
    {
      config: { role: 'signed_in', sessionOnly: true, asksPassword: true },
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Turn your second factor on',
        description: 'Makes signing in ask for a code from now on. All your other sessions end.',
        tags: ['Session'],
        body: Body,
        response: { 200: successOf(RecoveryCodes), ...refusalsOf(400, 401, 403, 409, 429) },
      },
    },
    async ({ user, body, ip }) => {
      const account = await selectAccount(context.db, user.user_id)
      if (account === null) throw refusals.signInNeeded()
      const given = { email: account.email, code: body.code, address: ip }
      return success({ recovery_codes: await confirm(context, user, given) }, 'The second factor is on')
    },
  )
}
