import { formatPath } from '../../base/faults.ts'
import { checkJsonValue } from '../apply/json-value.ts'
import { isMapping } from './line-check.ts'
import type { Fields, LineCheck } from './line-check.ts'

/** What a project says of the records that name it. */
export interface KnownProject {
  organization_id: string
  _id: string
  default_country: string | null
}

/** The projects there are, by organization and project. */
export type KnownProjects = ReadonlyMap<string, KnownProject>

export function projectKey(organizationId: string, projectId: string): string {
  return `${organizationId} ${projectId}`
}

/** A record whose project is known; what else it holds is for its kind to check. */
export interface ParsedLine {
  fields: Fields
  project: KnownProject
}

/** Reads a line as one JSON object of a known project; null, with the fault told, where it is none. */
export function parseLine(check: LineCheck, projects: KnownProjects, text: string): ParsedLine | null {
  const fields = parseJson(text)
  if (!isMapping(fields)) {
    check.addFault('', 'must be one JSON object, such as {"organization_id":"…","project_id":"…", …}')
    return null
  }
  // Any other way to write such a character is no JSON, or no UTF-8.
  if (text.includes('\\u') && !isStorable(check, fields)) return null
  const { organization_id, project_id } = fields
  if (typeof organization_id === 'string' && typeof project_id === 'string') {
    const project = projects.get(projectKey(organization_id, project_id))
    if (project !== undefined) return { fields, project }
  }
  check.required(fields, ['organization_id', 'project_id'])
  const organizationId = check.id('organization_id', fields['organization_id'])
  const projectId = check.id('project_id', fields['project_id'])
  if (organizationId === null || projectId === null) return null
  const project = projects.get(projectKey(organizationId, projectId))
  if (project !== undefined) return { fields, project }
  const isOrganization = projects.values().some((one) => one.organization_id === organizationId)
  if (isOrganization) check.addFault('project_id', 'there is no such project in this organization')
  else check.addFault('organization_id', 'there is no such organization with projects')
  return null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether the database can hold it; else the faults are told. */
export function isStorable(check: LineCheck, value: unknown, at: readonly string[] = []): boolean {
  const { faults } = checkJsonValue(value)
  for (const { path, message } of faults.slice(0, 3)) check.addFault(formatPath([...at, ...path]), message)
  return faults.length === 0
}
