/**
 * What a role may do in an organization. Each role also may do what those before it may. `operator` is the role of the
 * installation's operators in every organization, and beyond.
 */
const roleRights = {
  viewer: 'reads everything of the organization but secrets',
  editor: 'also runs campaigns, workflows, broadcasts, knowledge, tickets, opt-outs and test calls',
  admin: 'also changes accounts, secrets, keys and projects, and manages editors and viewers',
  owner: 'also manages everybody in the organization',
  operator: 'also manages the installation: organizations, plans, health',
} as const

export type Role = keyof typeof roleRights

/** From the least to the most. */
export const roles = Object.keys(roleRights) as readonly Role[]

/** The roles that a membership can have. */
export const memberRoles = ['viewer', 'editor', 'admin', 'owner'] as const satisfies readonly Role[]
export type MemberRole = (typeof memberRoles)[number]

/**
 * Who may use an endpoint of the management API: anyone, whoever is signed in, or a role of the organization in the
 * path.
 */
export type RouteRole = Role | 'signed_in' | 'anyone'

/** Returns whether a role may do what another one may. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** Returns the role that may do less. */
export function lesserRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one
}

/**
 * Returns whether somebody with this role may give, change or take away another role. Admins manage those below them.
 */
export function managesRole(role: Role, managed: Role): boolean {
  if (includesRole(role, 'owner')) return includesRole(role, managed)
  return role === 'admin' && includesRole('editor', managed)
}
