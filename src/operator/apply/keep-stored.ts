import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { kindOfSection } from '../configured/kinds.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { sections } from './outline.ts'
import type { SectionName } from './outline.ts'

export type Fields = Record<string, unknown>

/** A declaration that is not checked further than its form. */
export interface DeclarationValue {
  organizations: (Fields & { name: string; projects: (Fields & { name: string })[] })[]
}

/** Returns which fields of a stored record are written after all. */
export type FieldsToWrite = (declared: Fields, stored: Fields) => Fields

/**
 * Returns the declaration with the stored fields of every record that is stored, so that applying it creates what is
 * missing and changes nothing but what `fieldsToWrite` returns.
 */
export function keepStored(
  { organizations }: DeclarationValue,
  rows: readonly ConfiguredRow[],
  fieldsToWrite: FieldsToWrite,
): DeclarationValue {
  // Without the declared secrets, so that the stored ones stay.
  const merge = <Declared extends Fields>(declared: Declared, row: ConfiguredRow | undefined): Declared =>
    row === undefined ? declared : ({ ...row.fields, ...fieldsToWrite(declared, row.fields) } as Declared)
  return {
    organizations: organizations.map((organization) => {
      const own = rows.find(({ kind, key }) => kind === 'organization' && key === organization.name)
      const projects = organization.projects.map((project) => {
        const stored = rows.find(
          ({ kind, key, organization_id }) =>
            kind === 'project' && key === project.name && organization_id === own?._id,
        )
        const lists = Object.entries(project).filter(([name]) => isSection(name)) as [SectionName, Fields[]][]
        const merged = lists.map(([section, records]) => [
          section,
          records.map((declared) => merge(declared, rowOf(rows, stored, section, declared))),
        ])
        return { ...merge(project, stored), ...(Object.fromEntries(merged) as Fields) }
      })
      return { ...merge(organization, own), projects }
    }),
  }
}

function isSection(name: string): boolean {
  return Object.hasOwn(sections, name)
}

function rowOf(
  rows: readonly ConfiguredRow[],
  project: ConfiguredRow | undefined,
  section: SectionName,
  declared: Fields,
): ConfiguredRow | undefined {
  const text = String(declared[sections[section].key])
  const key = section === 'caller_ids' ? (normalizePhoneNumber(text, null) ?? text) : text
  return rows.find(
    (row) => row.kind === kindOfSection[section] && row.project_id === project?._id && row.key === key,
  )
}
