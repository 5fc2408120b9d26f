/** Deeper than anything that Meta sends, and far from where recursion, or PostgreSQL, would fail. */
const levelsMax = 100
/** More than any object of Meta's has; one of hundreds of thousands takes seconds to walk. */
const membersMax = 1_000

/** What a plain reading of JSON would spoil: whole numbers beyond 2^53, and text that no database keeps. */
const risky = /\d{16}|\\u0000|\\u[dD][89a-fA-F]/
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * The value of a JSON text in which whole numbers beyond 2^53 are strings of their digits, and strings are without NUL
 * and halves of surrogate pairs, which PostgreSQL refuses. Undefined where it is not JSON, nested too deep, or has an object
 * of too many members.
 */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (!fits(value, levelsMax)) return undefined
    // That the text is JSON is what makes a search for tokens right, and linear.
    return risky.test(text) ? JSON.parse(text.replace(token, harmless)) : value
  } catch {
    return undefined
  }
}

function harmless(found: string): string {
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
