import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath } from '../../http/paths.ts'
import { makePersonLink } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { PersonLink, PersonParams } from './shown-person.ts'

/** Makes a link with which a person sets a password. */
export function createPersonLink(app: App, context: PeopleContext & ConfigHints): void {
  app.post(
    organizationPath('/people/:user_id/link'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'createPersonLink',
        summary: 'Make a link for a lost password or invitation',
        description:
          'Only for people all of whose roles you manage: the link lets in wherever they may go. Older links of the person are no longer good.',
        tags: ['People'],
        params: PersonParams,
        response: { 201: successOf(PersonLink, 201), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ user, params }, reply) => {
      const place = { organizationId: params.organization_id, userId: params.user_id }
      const link = await makePersonLink(context, user, place)
      publishConfig(context, params.organization_id, null, [params.user_id])
      void reply.code(201)
      return success(link, 'Made; it is shown this once', 201)
    },
  )
}
