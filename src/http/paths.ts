import { z } from 'zod'

/** Returns `/organizations/{organization_id}` and the tail. */
export function organizationPath(tail: string): string {
  return `/organizations/:organization_id${tail}`
}

/** Returns `/organizations/{organization_id}/projects/{project_id}` and the tail. */
export function projectPath(tail: string): string {
  return organizationPath(`/projects/:project_id${tail}`)
}

const id = (what: string) => z.string().describe(`Id of the ${what}.`)

export const OrganizationParams = z.object({ organization_id: id('organization that the key belongs to') })

export const ProjectParams = OrganizationParams.extend({ project_id: id('project that the key belongs to') })

export const CampaignParams = ProjectParams.extend({ campaign_id: id('campaign, one of this project') })

export const SourceParams = ProjectParams.extend({ source_id: id('source, one of this project') })
