import { Refusal } from '../refusal.ts'

/** Refusals about what a person may do, and about the people of an organization. */
export const roleRefusals = {
  roleMissing: (needed: string, role: string | null) =>
    new Refusal(
      'role_missing',
      `This needs the role ${needed}${role === null ? '' : `, and yours here is ${role}`}; an owner can change it`,
    ),
  roleForSomeProjects: () =>
    new Refusal(
      'role_missing',
      'This is about the whole organization, and your role is for some of its projects; an owner can change it',
    ),
  tenantNotFound: () =>
    new Refusal('tenant_not_found', 'There is no such organization or project, or it is not open to you'),
  personNotFound: () => new Refusal('person_not_found', 'The organization has no person with this id'),
  personExists: () =>
    new Refusal(
      'person_exists',
      'The organization has a person with this address already; change their role',
    ),
  personElsewhere: () =>
    new Refusal(
      'person_elsewhere',
      'This person has a role that you do not manage, or an account or role in another cell; an operator makes the link (`switchboard people link`) or ends the second factor (`people end-second-factor`)',
    ),
  lastOwner: () =>
    new Refusal(
      'last_owner',
      'The organization would be left without an owner who can sign in; make somebody else an owner first, and have them set a password',
    ),
} as const
