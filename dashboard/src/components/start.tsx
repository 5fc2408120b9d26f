import { Navigate } from 'react-router'
import { useMe } from '../hooks/use-me.ts'
import { includesRole } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { useCurrentPlace } from './use-current-place.ts'

/** Leads to the project where the person was last; without one, to where whoever may makes the first. */
export function Start() {
  const { shell } = useMessages('shell')
  const { is_operator } = useMe()
  const current = useCurrentPlace()
  if (current?.place != null) return <Navigate to={paths.home(current.place)} replace />
  if (current === null && is_operator)
    return (
      <Empty
        next={shell.noOrganizationNext}
        action={
          <Link kind="button" href={paths.organizations()}>
            {shell.organizations}
          </Link>
        }
      >
        {shell.noOrganization}
      </Empty>
    )
  if (current !== null && includesRole(current.organization.role, 'admin'))
    return (
      <Empty
        next={shell.firstProjectNext}
        action={
          <Link kind="button" href={paths.settings(current.organization._id)}>
            {shell.settings}
          </Link>
        }
      >
        {shell.firstProject(<bdi>{current.organization.name}</bdi>)}
      </Empty>
    )
  return <Empty next={shell.noProjectNext}>{shell.noProject}</Empty>
}
