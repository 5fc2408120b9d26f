/** A JSON object from outside, of which nothing is known. */
export type OpenObject = Readonly<Record<string, unknown>>

/** Returns the object, or null for any other value. */
export function objectOf(value: unknown): OpenObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as OpenObject) : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a text that is not empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns a whole number from 0, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Returns the object that a text holds as JSON, or null for any other text. */
export function parseObject(text: string): OpenObject | null {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}
