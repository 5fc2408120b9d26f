/** The deepest nesting of a request; the deepest message that the provider documents takes about a third of it. */
export const depthMax = 32

/** Longer names are told in part. */
const nameCharactersMax = 100

/** Where in a JSON value something stands. */
export type JsonPath = readonly (string | number)[]

/**
 * The first thing in a JSON value that can't be kept or passed on: text with a NUL or half of a surrogate pair, which
 * PostgreSQL takes in neither text nor JSON; a number too large to be one; nesting that would exhaust the stack.
 */
export function jsonFault(value: unknown, path: JsonPath = []): { path: JsonPath; message: string } | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path, message: unstorable }
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : { path, message: 'is not a finite number' }
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= depthMax) return { path: [], message: `is nested more than ${depthMax} levels deep` }
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [name, member] of members) {
    if (typeof name === 'string' && !isStorable(name)) return { path, message: `a name in it ${unstorable}` }
    const fault = jsonFault(member, [
      ...path,
      typeof name === 'string' ? name.slice(0, nameCharactersMax) : name,
    ])
    if (fault !== null) return fault
  }
  return null
}

const unstorable = 'contains a NUL character or is not valid Unicode'

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
