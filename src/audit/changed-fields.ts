import { isDeepStrictEqual } from 'node:util'
import { formatPath } from '../base/faults.ts'
import type { FaultPath } from '../base/faults.ts'
import { isMapping } from '../base/unknown-shape.ts'
import type { ChangedField } from './record-change.ts'

/** The most changed places of one record; with more, whole fields are named. */
const placesMax = 200

/**
 * Returns the fields in which two states of a record differ, with paths such as `calling_hours.windows[1].to`. For a
 * new record these are its fields that are not null.
 */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): ChangedField[] {
  if (before === null)
    return Object.entries(after)
      .filter(([, value]) => value !== null)
      .map(([path, value]) => ({ path, before: null, after: value }))
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const places = names.flatMap((name) => differences([name], before[name], after[name]))
  if (places.length <= placesMax) return places
  return names.flatMap((name) => wholeDifference([name], before[name], after[name]))
}

function differences(path: FaultPath, before: unknown, after: unknown): ChangedField[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isMapping(before) && isMapping(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => differences([...path, name], before[name], after[name]))
  }
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isMapping)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, index) =>
      differences([...path, index], before[index], after[index]),
    ).flat()
  }
  return wholeDifference(path, before, after)
}

function wholeDifference(path: FaultPath, before: unknown, after: unknown): ChangedField[] {
  return isDeepStrictEqual(before, after)
    ? []
    : [{ path: formatPath(path), before: before ?? null, after: after ?? null }]
}
