import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath } from '../../http/paths.ts'
import { removeMember } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { PersonParams } from './shown-person.ts'

/** Takes the role of a person away. */
export function removePerson(app: App, context: PeopleContext & ConfigHints): void {
  app.delete(
    organizationPath('/people/:user_id'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'removePerson',
        summary: 'Take a role away',
        description: 'The person keeps the roles in other organizations.',
        tags: ['People'],
        params: PersonParams,
        response: { 200: successOf(z.null()), ...refusalsOf(401, 403, 404, 409) },
      },
    },
    async ({ user, params }) => {
      await removeMember(context, user, { organizationId: params.organization_id, userId: params.user_id })
      publishConfig(context, params.organization_id, null, [params.user_id])
      return success(null, 'Removed')
    },
  )
}
