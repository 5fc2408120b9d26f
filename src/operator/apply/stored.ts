import type { Queryable } from '../../db/queryable.ts'
import type { Outline, SectionName } from './outline.ts'
import {
  selectOrganizationsByName,
  selectPhoneNumberIdHolders,
  selectProjectsOf,
  selectRecordsOf,
} from './queries.ts'
import type { PhoneNumberIdHolder, StoredRecord } from './queries.ts'

/** What the database has of the organizations that a declaration names. */
export interface Stored {
  organizationId(name: string | null): string | null
  projectId(organization: string | null, project: string | null): string | null
  /** Null if there is none, and always for a project that is not stored. */
  record(projectId: string | null, section: SectionName, key: string): StoredRecord | null
  keys(projectId: string | null, section: SectionName): string[]
  phoneNumberIdHolder(phoneNumberId: string): PhoneNumberIdHolder | null
}

/** Reads the stored records in four statements, whatever the size of the declaration. */
export async function loadStored(db: Queryable, outline: Outline): Promise<Stored> {
  const names = outline.organizations.flatMap(({ name }) => name ?? []).filter(isComparable)
  const numberIds = outline.organizations
    .flatMap(({ projects }) => projects.flatMap(({ records }) => records))
    .flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
    .filter(isComparable)
  const organizations = await selectOrganizationsByName(db, names)
  const organizationIds = organizations.map(({ _id }) => _id)
  const projects = await selectProjectsOf(db, organizationIds)
  const records = await selectRecordsOf(db, organizationIds)
  const holders = await selectPhoneNumberIdHolders(db, numberIds)

  const organizationByName = new Map(organizations.map(({ name, _id }) => [name, _id]))
  const projectByName = new Map(
    projects.map((project) => [`${project.organization_id} ${project.name}`, project._id]),
  )
  const recordByKey = new Map(records.map((row) => [recordKey(row.project_id, row.section, row.key), row]))
  const keysBySection = Map.groupBy(records, (row) => recordKey(row.project_id, row.section, ''))
  const holderById = new Map(holders.map((holder) => [holder.phone_number_id, holder]))
  const organizationId = (name: string | null) =>
    name === null ? null : (organizationByName.get(name) ?? null)

  return {
    organizationId,
    projectId: (organization, project) =>
      project === null ? null : (projectByName.get(`${organizationId(organization)} ${project}`) ?? null),
    record: (projectId, section, key) =>
      projectId === null ? null : (recordByKey.get(recordKey(projectId, section, key)) ?? null),
    keys: (projectId, section) =>
      projectId === null
        ? []
        : (keysBySection.get(recordKey(projectId, section, '')) ?? []).map(({ key }) => key),
    phoneNumberIdHolder: (phoneNumberId) => holderById.get(phoneNumberId) ?? null,
  }
}

/** Returns the key of a record in maps. Neither ids nor section names contain a blank. */
export function recordKey(projectId: string, section: SectionName, key: string): string {
  return `${projectId} ${section} ${key}`
}

/** Returns whether the text can be compared in the database, which accepts no text with a NUL. */
function isComparable(text: string): boolean {
  return !text.includes('\0')
}
