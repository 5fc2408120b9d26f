import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { endSecondFactor as end } from '../second-factor.ts'
import type { SecondFactorContext } from '../second-factor.ts'

/** Turns one's own second factor off. */
export function endSecondFactor(app: App, context: SecondFactorContext): void {
  app.delete(
    '/me/second-factor',
    {
      config: { role: 'signed_in', sessionOnly: true, asksPassword: true },
      schema: {
        operationId: 'endSecondFactor',
        summary: 'Turn your second factor off',
        description: 'Gives one up that was begun, too. Nothing happens where there is none.',
        tags: ['Session'],
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403) },
      },
    },
    async ({ user }) => {
      await end(context, user)
      return success(null, 'The second factor is off')
    },
  )
}
