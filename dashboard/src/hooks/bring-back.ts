import type { JsonRecord } from './merge-record.ts'

/** A field that a change has set. */
export interface ChangedPath {
  path: string
  before: unknown
}

/**
 * Returns the record with the values that its fields had before a change. Paths are those of the changes, such as
 * `calling_hours.windows[1].to`; what was not there is taken out of its list.
 */
export function bringBack(record: JsonRecord, fields: readonly ChangedPath[]): JsonRecord {
  const copy = structuredClone(record)
  // From the last place to the first, so that taking one out of a list does not move the others.
  for (const { path, before } of fields.toReversed()) setAt(copy, partsOf(path), before)
  return copy
}

function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => {
      if (index !== undefined) return Number(index)
      return quoted === undefined ? name! : String(JSON.parse(quoted))
    },
  )
}

function setAt(target: unknown, parts: readonly (string | number)[], value: unknown): void {
  const [part, ...rest] = parts
  if (part === undefined || typeof target !== 'object' || target === null) return
  if (rest.length > 0) return setAt((target as Record<string | number, unknown>)[part], rest, value)
  if (Array.isArray(target) && value === null) target.splice(Number(part), 1)
  else (target as Record<string | number, unknown>)[part] = value
}
