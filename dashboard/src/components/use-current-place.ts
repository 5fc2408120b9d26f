import { useParams } from 'react-router'
import type { MyOrganization, MyProject } from '../api/operations.ts'
import { useOrganizations } from '../hooks/use-me.ts'
import type { ProjectPlace } from '../path-builder.ts'

/** Where the person is, or was last: pages outside of a project keep the side bar of the one before. */
export interface CurrentPlace {
  organization: MyOrganization
  project: MyProject | null
  place: ProjectPlace | null
  /** The project's; UTC where there is none. */
  zone: string
}

const remembered = 'place'

/** Returns the organization and project of the address, else the last ones, else the first; null without any. */
export function useCurrentPlace(): CurrentPlace | null {
  const params = useParams()
  const [lastOrganization, lastProject] = readLast()
  const id = params['organization'] ?? lastOrganization
  const organizations = useOrganizations(id)
  const organization = organizations.find(({ _id }) => _id === id) ?? organizations[0]
  if (organization === undefined) return null
  const project =
    organization.projects.find(({ _id }) => _id === (params['project'] ?? lastProject)) ??
    organization.projects[0] ??
    null
  if (params['project'] !== undefined && project?._id === params['project'])
    writeLast(organization._id, project._id)
  const place = project === null ? null : { organization: organization._id, project: project._id }
  return { organization, project, place, zone: project?.timezone ?? 'UTC' }
}

function readLast(): [organization?: string, project?: string] {
  try {
    const [organization, project] = (localStorage.getItem(remembered) ?? '').split(' ')
    return organization === undefined || project === undefined ? [] : [organization, project]
  } catch {
    return []
  }
}

function writeLast(organization: string, project: string): void {
  try {
    localStorage.setItem(remembered, `${organization} ${project}`)
  } catch {
    // Storage is switched off: the first project is taken next time.
  }
}
