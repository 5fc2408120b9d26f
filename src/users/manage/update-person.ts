import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath } from '../../http/paths.ts'
import { changePerson } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { ProjectIds } from './fields.ts'
import { MemberRoleInput, Person, PersonParams } from './shown-person.ts'

const Body = z
  .strictObject({ role: MemberRoleInput.optional(), project_ids: ProjectIds.optional() })
  .meta({ id: 'PersonPatch', description: 'What is left out stays.' })

/** Changes the role of a person. */
export function updatePerson(app: App, context: PeopleContext & ConfigHints): void {
  app.patch(
    organizationPath('/people/:user_id'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'updatePerson',
        summary: 'Change a role',
        description: 'The person signs in again afterwards.',
        tags: ['People'],
        params: PersonParams,
        body: Body,
        response: { 200: successOf(Person), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async ({ user, params, body }) => {
      const place = { organizationId: params.organization_id, userId: params.user_id }
      const person = await changePerson(context, user, place, body)
      publishConfig(context, params.organization_id, null, [params.user_id])
      return success(person, 'Changed')
    },
  )
}
