import { z } from 'zod'
import { OrganizationParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { linkKinds } from '../link-queries.ts'
import { memberRoles } from '../roles.ts'

export const PersonParams = OrganizationParams.extend({
  user_id: z.string().describe('Id of the person, one of this organization.'),
})

export const Person = z
  .object({
    _id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(memberRoles),
    project_ids: z.array(z.string()).nullable().describe('The projects that the role is for; null: all.'),
    is_operator: z.boolean().describe('Whether they are an operator of the installation besides.'),
    has_password: z.boolean().describe('False: they have not used their link yet.'),
    second_factor_since: timestamp()
      .nullable()
      .describe('Since when signing in asks for a second factor; null: it does not.'),
    seen_at: timestamp().nullable().describe('Their last request, to the minute.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Person', description: 'Somebody with a role in the organization.' })

export const PersonLink = z
  .object({
    kind: z.enum(linkKinds),
    url: z
      .string()
      .describe('The link to hand over. It works once, is shown this once, and is sent to nobody.'),
    ends_at: timestamp(),
  })
  .meta({ id: 'PersonLink', description: 'A link with which somebody sets a password.' })

export const MemberRoleInput = z.enum(memberRoles, `must be one of ${memberRoles.join(', ')}`)
