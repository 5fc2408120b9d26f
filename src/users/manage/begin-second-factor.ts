import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { selectAccount } from '../queries.ts'
import { beginSecondFactor as begin } from '../second-factor.ts'
import type { SecondFactorContext } from '../second-factor.ts'

const Begun = z
  .object({
    secret: z.string().describe('Base32, to type into an authenticator app. It is shown this once.'),
    uri: z.string().describe('`otpauth://…`, for a QR code.'),
  })
  .meta({ id: 'BegunSecondFactor', description: 'Six digits every 30 seconds (RFC 6238, SHA-1).' })

/** Makes a secret for an authenticator app. */
export function beginSecondFactor(app: App, context: SecondFactorContext): void {
  app.post(
    '/me/second-factor',
    {
      config: { role: 'signed_in', sessionOnly: true, asksPassword: true },
      schema: {
        operationId: 'beginSecondFactor',
        summary: 'Set up a second factor',
        description:
          'Signing in does not ask for it until `POST /api/me/second-factor/confirm` has seen a code.',
        tags: ['Session'],
        response: { 201: successOf(Begun, 201), ...refusalsOf(401, 403, 409) },
      },
    },
    async ({ user }, reply) => {
      const account = await selectAccount(context.db, user.user_id)
      if (account === null) throw refusals.signInNeeded()
      void reply.code(201)
      return success(await begin(context, account), 'Begun', 201)
    },
  )
}
