import type { Role } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'
import { includesRole } from './use-place.ts'

/** Returns why somebody with a role can't do what needs another one; null if they can. The server decides all the same. */
export function useRoleReason(role: Role, needed: Role): string | null {
  const { common } = useMessages()
  return includesRole(role, needed) ? null : common.notAllowed(common.roles[needed])
}
