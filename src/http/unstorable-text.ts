import { formatPath } from '../base/faults.ts'
import type { Fault } from '../base/faults.ts'
import { isStorable, unstorable } from '../base/storable-text.ts'

interface Place {
  name: string | number
  within: Place | null
}

/**
 * Returns the first text of a request that PostgreSQL refuses, in a value or in a name: one with a NUL, or with half of
 * a surrogate pair, which JSON refuses. Null if there is none. Works on a list of its own, so that no nesting is too
 * deep.
 */
export function findUnstorableText(given: unknown): Fault | null {
  const open: { value: unknown; place: Place | null }[] = [{ value: given, place: null }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next
    if (typeof value === 'string' && !isStorable(value)) return { path: pathOf(place), message: unstorable }
    if (typeof value !== 'object' || value === null) continue
    const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    if (members.some(([name]) => typeof name === 'string' && !isStorable(name)))
      return { path: pathOf(place), message: `a name in it ${unstorable}` }
    for (const [name, member] of members.toReversed())
      open.push({ value: member, place: { name, within: place } })
  }
  return null
}

/** How much of a place is named. */
const partsMax = 20

function pathOf(place: Place | null): string {
  const parts: (string | number)[] = []
  for (let part = place; part !== null; part = part.within) parts.push(part.name)
  return formatPath(parts.toReversed().slice(0, partsMax))
}
