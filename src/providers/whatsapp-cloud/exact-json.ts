/** The deepest nesting. Meta sends less, and neither recursion nor PostgreSQL fails at this depth. */
const levelsMax = 100
/** The most members of an object. Meta sends fewer; hundreds of thousands would take seconds to check. */
const membersMax = 1_000

/** Text in which `JSON.parse` may lose something: integers beyond 2^53, and characters that PostgreSQL refuses. */
const risky = /\d{16}|\\u0000|\\u[dD][89a-fA-F]/
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses a JSON text. Integers beyond 2^53 become strings of their digits. NUL and halves of surrogate pairs, which
 * PostgreSQL refuses, are removed or replaced. Returns undefined if the text is not JSON, is nested too deep, or has an
 * object with too many members.
 */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (!fits(value, levelsMax)) return undefined
    // The text is known to be JSON here, so that the search for tokens is correct and takes linear time.
    return risky.test(text) ? JSON.parse(text.replace(token, withoutRisk)) : value
  } catch {
    return undefined
  }
}

function withoutRisk(found: string): string {
  if (found.startsWith('"')) {
    if (!risky.test(found)) return found
    return JSON.stringify(String(JSON.parse(found)).replaceAll('\0', '').toWellFormed())
  }
  return /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found
}

function fits(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  const inner: unknown[] = Object.values(value)
  if (inner.length > membersMax && !Array.isArray(value)) return false
  return levels > 0 && inner.every((each) => fits(each, levels - 1))
}
