import type { MyOrganization, Role } from '../api/operations.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { coversOrganization, useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'

interface NotAllowedProps {
  needs: Role
  /** Set for a page about the whole organization: a role for some projects is not enough there. */
  organization?: MyOrganization
}

/** What stands for a page that needs another role: which one, and who can give it. */
export function NotAllowed({ needs, organization }: NotAllowedProps) {
  const { common, locale } = useMessages()
  const owners = useOrganization()?.owners ?? []
  const lacksRole = useRoleReason(organization?.role ?? 'viewer', needs)
  if (lacksRole === null && organization !== undefined && !coversOrganization(organization))
    return <Empty next={common.askForAllProjects}>{common.forSomeProjects}</Empty>
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(owners)
  const next =
    needs === 'operator'
      ? common.askOperator
      : owners.length === 0
        ? common.askForRole
        : common.askOwners(<bdi>{names}</bdi>)
  return <Empty next={next}>{common.notAllowed(common.roles[needs])}</Empty>
}
