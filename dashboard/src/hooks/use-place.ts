import { useParams } from 'react-router'
import type { MyOrganization, MyProject, Role } from '../api/operations.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { useOrganizations } from './use-me.ts'

export interface Place {
  organization: MyOrganization
  project: MyProject
  /** For `paths`. */
  place: ProjectPlace
  /** For the parameters of `call`. */
  ids: { organization_id: string; project_id: string }
  /** The project's. */
  zone: string
  role: Role
}

const order: readonly Role[] = ['viewer', 'editor', 'admin', 'owner', 'operator']

/** Returns the organization of the address, null where it is none that the person may see. */
export function useOrganization(): MyOrganization | null {
  const { organization } = useParams()
  const organizations = useOrganizations(organization)
  return organizations.find(({ _id }) => _id === organization) ?? null
}

/**
 * Returns the project of the address, its organization and the person's role there. The shell checks that it exists.
 */
export function usePlace(): Place {
  const { project: id } = useParams()
  const organization = useOrganization()
  const project = organization?.projects.find(({ _id }) => _id === id)
  if (organization === null || project === undefined)
    throw new Error('this page needs a project in its address')
  return {
    organization,
    project,
    place: { organization: organization._id, project: project._id },
    ids: { organization_id: organization._id, project_id: project._id },
    zone: project.timezone,
    role: organization.role,
  }
}

/**
 * Returns whether a role may do what another one may. The server decides; this only says beforehand what it will say.
 */
export function includesRole(role: Role, needed: Role): boolean {
  return order.indexOf(role) >= order.indexOf(needed)
}

/** Returns whether a role may give, change or take away another one: admins manage those below them. */
export function managesRole(role: Role, managed: Role): boolean {
  return includesRole(role, 'owner')
    ? includesRole(role, managed)
    : role === 'admin' && includesRole('editor', managed)
}
