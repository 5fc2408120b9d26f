import { formatPath } from '../../base/faults.ts'
import { isMapping } from '../../base/unknown-shape.ts'
import { checkJsonValue } from '../apply/json-value.ts'
import type { Fields, LineCheck } from './line-check.ts'

/** A project as records of the file name it. */
export interface KnownProject {
  organization_id: string
  _id: string
  default_country: string | null
}

/** All projects, by organization and project. */
export type KnownProjects = ReadonlyMap<string, KnownProject>

export function projectKey(organizationId: string, projectId: string): string {
  return `${organizationId} ${projectId}`
}

/** A record whose project is known; its other fields are unchecked. */
export interface ParsedLine {
  fields: Fields
  project: KnownProject
}

/** Parses a line as one JSON object of a known project. Returns null, with a fault added, if it is not one. */
export function parseLine(check: LineCheck, projects: KnownProjects, text: string): ParsedLine | null {
  const fields = parseJson(text)
  if (!isMapping(fields)) {
    check.addFault('', 'must be one JSON object, such as {"organization_id":"…","project_id":"…", …}')
    return null
  }
  // Such characters can only come from escapes: written otherwise, the line would not be JSON, or not UTF-8.
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

/** Returns whether the database can store the value; adds faults if it cannot. */
export function isStorable(check: LineCheck, value: unknown, at: readonly string[] = []): boolean {
  const { faults } = checkJsonValue(value)
  for (const { path, message } of faults.slice(0, 3)) check.addFault(formatPath([...at, ...path]), message)
  return faults.length === 0
}
