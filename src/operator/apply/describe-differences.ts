import { formatPath } from '../../base/faults.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import type { AppliedTree } from './apply-declaration.ts'
import { sectionNames } from './outline.ts'

/** A record that a declaration creates or updates, as `apply --dry-run --json` prints it. */
export interface ShownDifference {
  /** The record's place in the declaration, such as `organizations[0].projects[0].campaigns[0]`. */
  path: string
  kind: string
  action: 'created' | 'updated'
  /** Null for a record that would be created. */
  _id: string | null
  /** The name, or the number of a caller ID. */
  name: string
  fields: {
    /** Below the record's place, such as `calling_hours.windows[1].to`. */
    path: string
    before: unknown
    after: unknown
    set_by: { name: string; kind: string; via: string; at: string } | null
  }[]
}

/** Returns the differences with their places in the declaration. */
export function showDifferences(
  tree: AppliedTree,
  differences: readonly RecordDifference[],
): ShownDifference[] {
  const places = placesOf(tree)
  return differences.map(({ record, action, fields }) => ({
    path: places.get(record._id) ?? '',
    kind: record.kind,
    action,
    _id: action === 'created' ? null : record._id,
    name: record.key,
    fields: fields.map(({ path, before, after, set_by }) => ({
      path,
      before,
      after,
      set_by: set_by && { name: set_by.actor_name, kind: set_by.actor_kind, via: set_by.via, at: set_by.at },
    })),
  }))
}

/** The lists of the tree have the order of the declaration. */
function placesOf({ organizations }: AppliedTree): Map<string, string> {
  const places = new Map<string, string>()
  organizations.forEach((organization, index) => {
    places.set(organization._id, formatPath(['organizations', index]))
    organization.projects.forEach((project, projectIndex) => {
      const path = ['organizations', index, 'projects', projectIndex]
      places.set(project._id, formatPath(path))
      for (const section of sectionNames)
        project[section].forEach((record, place) =>
          places.set(record._id, formatPath([...path, section, place])),
        )
    })
  })
  return places
}

/** The longest value in a line, in characters. */
const valueCharactersMax = 60

/**
 * Returns the differences as lines for people: one a new record, and one a changed field, which says whose value would
 * be overwritten.
 */
export function describeDifferences(differences: readonly ShownDifference[], now: Date): string[] {
  return differences.flatMap(({ path, action, kind, name, fields }) => {
    if (action === 'created') return [`${path}: new ${kind.replaceAll('_', ' ')} ${name}`]
    return fields.map(({ path: below, before, after, set_by }) => {
      const place = `${path}.${below}`
      const change = after === 'changed' && before === null ? 'changed' : `${shown(before)} → ${shown(after)}`
      if (set_by === null) return `${place}: ${change}`
      const value = after === 'changed' && before === null ? 'it' : shown(before)
      return `${place}: ${change} (${value} was set by ${set_by.name} ${viaWords[set_by.via] ?? ''} on ${dayOf(set_by.at, now)})`
    })
  })
}

const viaWords: Record<string, string> = {
  dashboard: 'in the dashboard',
  api: 'over the API',
  apply: 'with apply',
  command: 'with a command',
  sync: 'from WhatsApp',
}

function shown(value: unknown): string {
  if (value === null) return 'nothing'
  const text =
    typeof value === 'string' && (value === '' || /[\s"]/.test(value)) ? JSON.stringify(value) : value
  const line = typeof text === 'string' || typeof text === 'number' ? String(text) : JSON.stringify(text)
  return line.length <= valueCharactersMax ? line : `${line.slice(0, valueCharactersMax - 1)}…`
}

/** Returns the UTC day, with its year if that is not the present one. */
function dayOf(at: string, now: Date): string {
  const day = new Date(at)
  const isThisYear = day.getUTCFullYear() === now.getUTCFullYear()
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(day)
}
