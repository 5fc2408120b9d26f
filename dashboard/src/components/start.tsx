import { Navigate } from 'react-router'
import { useMe } from '../hooks/use-me.ts'
import { includesRole } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { PageHeader } from './page-header.tsx'
import { useCurrentPlace } from './use-current-place.ts'

/** Leads to the project where the person was last; without one, to where whoever may makes the first. */
export function Start() {
  const { shell } = useMessages('shell')
  const { is_operator } = useMe()
  const current = useCurrentPlace()
  if (current?.place != null) return <Navigate to={paths.home(current.place)} replace />
  if (current === null && is_operator)
    return (
      <PageHeader
        title={shell.noOrganization}
        lead={shell.noOrganizationNext}
        actions={
          <Link kind="main" href={paths.organizations()}>
            {shell.organizations}
          </Link>
        }
      />
    )
  if (current !== null && includesRole(current.organization.role, 'admin')) {
    const { _id, name } = current.organization
    return (
      <PageHeader
        title={shell.firstProject(<bdi>{name}</bdi>)}
        tabTitle={name}
        lead={shell.firstProjectNext}
        actions={
          <Link kind="main" href={paths.settings(_id)}>
            {shell.settings}
          </Link>
        }
      />
    )
  }
  return <PageHeader title={shell.noProject} lead={shell.noProjectNext} />
}
