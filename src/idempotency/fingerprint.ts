import { createHash } from 'node:crypto'

/**
 * What a key stands for: the operation with the ids in its path, and the body's values. Two bodies are the same when
 * their JSON values are, whatever the order of members and the white space (Rule 24, Promise 4).
 */
export function fingerprintOf(operation: readonly string[], body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, inOrder(body)]))
    .digest()
}

/** The value with the members of every object sorted; an array of pairs, so that no name is special. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(inOrder) }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return members.map(([name, member]) => [name, inOrder(member)])
}
