import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { renewRecoveryCodes as renew } from '../second-factor.ts'
import type { SecondFactorContext } from '../second-factor.ts'
import { RecoveryCodes } from './fields.ts'

/** Makes new recovery codes. */
export function renewRecoveryCodes(app: App, context: SecondFactorContext): void {
  app.post(
    '/me/second-factor/recovery-codes',
    {
      config: { role: 'signed_in', sessionOnly: true, asksPassword: true },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Make new recovery codes',
        description: 'Earlier ones are no longer good.',
        tags: ['Session'],
        response: { 200: successOf(RecoveryCodes), ...refusalsOf(401, 403, 409) },
      },
    },
    async ({ user }) => success({ recovery_codes: await renew(context, user) }, 'Made'),
  )
}
