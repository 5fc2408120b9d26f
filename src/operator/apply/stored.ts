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
  organizationIds: readonly string[]
  /** The ids of all stored records that the declaration names, organizations and projects included. */
  ids: readonly string[]
  organizationId(name: string | null): string | null
  projectId(organization: string | null, project: string | null): string | null
  /** Null if there is none, and always for a project that is not stored. */
  record(projectId: string | null, section: SectionName, key: string): StoredRecord | null
  keys(projectId: string | null, section: SectionName): string[]
  /**
   * Returns the name of what a stored record leads to: the sender of a broadcast, the broadcast of an agent, the agent
   * of a campaign or workflow, the campaign that answers a caller ID. Null if it leads to nothing, or is not stored.
   */
  through(projectId: string | null, section: SectionName, key: string): string | null
  phoneNumberIdHolder(phoneNumberId: string): PhoneNumberIdHolder | null
}

/** A stored record that the declaration has under another name. */
export interface Renamed {
  _id: string
  /** The declared name, or number of a caller ID. */
  key: string
}

/**
 * Reads the stored records in four statements, whatever the size of the declaration.
 *
 * @param renamed a record that is found by its new name alone; no other record of its list may have that name.
 */
export async function loadStored(
  db: Queryable,
  outline: Outline,
  renamed: Renamed | null = null,
): Promise<Stored> {
  const names = outline.organizations.flatMap(({ name }) => name ?? []).filter(isComparable)
  const numberIds = outline.organizations
    .flatMap(({ projects }) => projects.flatMap(({ records }) => records))
    .flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
    .filter(isComparable)
  const organizations = await selectOrganizationsByName(db, names)
  const organizationIds = organizations.map(({ _id }) => _id)
  const projects = (await selectProjectsOf(db, organizationIds)).map((row) =>
    row._id === renamed?._id ? { ...row, name: renamed.key } : row,
  )
  const records = (await selectRecordsOf(db, organizationIds)).map((row) =>
    row._id === renamed?._id ? { ...row, key: renamed.key } : row,
  )
  const holders = (await selectPhoneNumberIdHolders(db, numberIds)).map((row) =>
    row._id === renamed?._id ? { ...row, name: renamed.key } : row,
  )

  const organizationByName = new Map(organizations.map(({ name, _id }) => [name, _id]))
  const projectByName = new Map(
    projects.map((project) => [`${project.organization_id} ${project.name}`, project._id]),
  )
  const recordByKey = new Map(records.map((row) => [recordKey(row.project_id, row.section, row.key), row]))
  const keyById = new Map(records.map(({ _id, key }) => [_id, key]))
  const keysBySection = Map.groupBy(records, (row) => recordKey(row.project_id, row.section, ''))
  const holderById = new Map(holders.map((holder) => [holder.phone_number_id, holder]))
  const organizationId = (name: string | null) =>
    name === null ? null : (organizationByName.get(name) ?? null)

  const projectId = (organization: string | null, project: string | null) =>
    project === null ? null : (projectByName.get(`${organizationId(organization)} ${project}`) ?? null)
  const ids = outline.organizations.flatMap(({ name, projects: declared }) => [
    organizationId(name),
    ...declared.flatMap((project) => {
      const id = projectId(name, project.name)
      const found = project.records.map(({ section, key }) =>
        id === null || key === null ? null : (recordByKey.get(recordKey(id, section, key))?._id ?? null),
      )
      return [id, ...found]
    }),
  ])

  const record: Stored['record'] = (projectId, section, key) =>
    projectId === null ? null : (recordByKey.get(recordKey(projectId, section, key)) ?? null)

  return {
    organizationIds,
    ids: ids.filter((id) => id !== null),
    organizationId,
    projectId,
    record,
    through: (projectId, section, key) => {
      const id = record(projectId, section, key)?.through_id ?? null
      return id === null ? null : (keyById.get(id) ?? null)
    },
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
