import { createHash } from 'node:crypto'

/**
 * Returns a hash of what a key stands for: the operation with the ids in its path, and the body's values. Bodies with
 * equal JSON values have the same hash, whatever the order of members and the white space (Rule 24, Promise 4).
 */
export function fingerprintOf(operation: readonly string[], body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, sortMembers(body)]))
    .digest()
}

/** Sorts the members of every object. An object becomes an array of pairs, so that no member name is special. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(sortMembers) }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return members.map(([name, member]) => [name, sortMembers(member)])
}
