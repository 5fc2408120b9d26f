import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath } from '../../http/paths.ts'
import { endPersonSecondFactor as end } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { PersonParams } from './shown-person.ts'

/** Turns off the second factor of a user who has lost it. */
export function endPersonSecondFactor(app: App, context: PeopleContext & ConfigHints): void {
  app.delete(
    organizationPath('/people/:user_id/second-factor'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'endPersonSecondFactor',
        summary: "Turn somebody's second factor off",
        description:
          'Helps people who have lost their app and their recovery codes. Their sessions end. Only who manages all of their roles may do it.',
        tags: ['People'],
        params: PersonParams,
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403, 404, 409) },
      },
    },
    async ({ user, params }) => {
      await end(context, user, { organizationId: params.organization_id, userId: params.user_id })
      publishConfig(context, params.organization_id, null, [params.user_id])
      return success(null, 'The second factor is off')
    },
  )
}
