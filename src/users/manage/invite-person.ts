import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { inviteUser } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { Email, PlainName, ProjectIds } from './fields.ts'
import { MemberRoleInput, Person, PersonLink } from './shown-person.ts'

const Body = z
  .strictObject({
    email: Email,
    name: PlainName.optional().describe('They may change it.'),
    role: MemberRoleInput,
    project_ids: ProjectIds.optional(),
  })
  .meta({ id: 'NewPerson' })

const Invited = Person.extend({
  link: PersonLink.nullable().describe(
    'The link to hand over; null where they can sign in already, or have a role that you do not manage, or an account or role in another cell.',
  ),
}).meta({ id: 'InvitedPerson' })

/** Gives somebody a role in an organization. */
export function invitePerson(app: App, context: PeopleContext & ConfigHints): void {
  app.post(
    organizationPath('/people'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'invitePerson',
        summary: 'Give somebody a role',
        description:
          'Admins invite viewers and editors, owners everybody. No message is sent: hand the link over.',
        tags: ['People'],
        params: OrganizationParams,
        body: Body,
        response: { 201: successOf(Invited, 201), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async ({ user, params, body }, reply) => {
      const { email, name = null, role, project_ids = null } = body
      const invitation = { email, name, role, project_ids }
      const { member, link } = await inviteUser(context, user, params.organization_id, invitation)
      publishConfig(context, params.organization_id, null, [member._id])
      void reply.code(201)
      return success({ ...member, link }, 'Invited', 201)
    },
  )
}
