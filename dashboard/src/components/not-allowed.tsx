import type { MyOrganization, Role } from '../api/operations.ts'
import { coversOrganization, useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'

interface NotAllowedProps {
  needs: Role
  /** Set for a page about the whole organization: a role for some projects is not enough there. */
  organization?: MyOrganization
}

/** What stands for a page that needs another role. */
export function NotAllowed({ needs, organization }: NotAllowedProps) {
  const { common } = useMessages()
  const lacksRole = useRoleReason(organization?.role ?? 'viewer', needs)
  if (lacksRole === null && organization !== undefined && !coversOrganization(organization))
    return <Empty next={common.askForAllProjects}>{common.forSomeProjects}</Empty>
  return <Empty next={common.askForRole}>{common.notAllowed(common.roles[needs])}</Empty>
}
