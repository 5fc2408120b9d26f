import type { MyOrganization, Role } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'
import { includesRole } from './use-place.ts'

/**
 * Returns why somebody with a role can't do what needs another one; null if they can. The server decides all the same.
 */
export function useRoleReason(role: Role, needed: Role): string | null {
  const { common } = useMessages()
  return includesRole(role, needed) ? null : common.notAllowed(common.roles[needed])
}

/** Returns why somebody can't do what is about a whole organization, which a role for some projects does not cover. */
export function useOrganizationReason(organization: MyOrganization | null, needed: Role): string | null {
  const { common } = useMessages()
  const roleReason = useRoleReason(organization?.role ?? 'viewer', needed)
  return roleReason ?? (coversOrganization(organization) ? null : common.forSomeProjects)
}

/** Returns whether somebody's role is for all projects of the organization. */
export function coversOrganization(organization: MyOrganization | null): boolean {
  return organization?.project_ids === null
}
