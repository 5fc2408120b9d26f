import type { Service } from './service.ts'

/** A project, as queries and paths name it. */
export interface Place {
  organization_id: string
  project_id: string
}

export function ownPlace({ organizationId, projectId }: Service): Place {
  return { organization_id: organizationId, project_id: projectId }
}

export function pathOf({ organization_id, project_id }: Place): string {
  return `/organizations/${organization_id}/projects/${project_id}`
}

/**
 * Declares a second project of the organization, and a project of the same name in another organization. Returns each
 * with a key of its own.
 */
export async function applyOtherPlaces(service: Service): Promise<{ place: Place; key: string }[]> {
  const organizations = [
    ['Acme', 'Second'],
    ['Other', 'Renewals'],
  ].map(([name, project]) => ({
    name,
    projects: [{ name: project, api_keys: [{ name: 'own', scopes: [] }] }],
  }))
  const tree = await service.apply({ organizations })
  return tree.organizations.map(({ _id, projects }) => {
    const [project] = projects
    return {
      place: { organization_id: _id, project_id: project!._id },
      key: project!.api_keys?.[0]?.key ?? '',
    }
  })
}
