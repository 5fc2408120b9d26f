import type { RefusalTable } from './refusal-table.ts'

/** Refusals about what a person may do, and about the people of an organization. */
export const roleTable = {
  role_missing: {
    status: 403,
    when: 'The role of the person or token is too low, or covers only some of the projects.',
  },
  tenant_not_found: {
    status: 404,
    when: 'There is no such organization or project, or it is not open to the person or token.',
  },
  person_not_found: { status: 404, when: 'The organization has no person with this id.' },
  person_exists: { status: 409, when: 'The organization has a person with this address already.' },
  person_elsewhere: {
    status: 403,
    when: 'The link or second factor is that of a person who also has a role that you do not manage, in another organization or as operator, or an account or role in another cell.',
  },
  last_owner: { status: 409, when: 'The organization would be left without an owner who can sign in.' },
} as const satisfies RefusalTable
