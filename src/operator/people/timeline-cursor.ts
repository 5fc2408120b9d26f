import { parseInstant } from '../../filters/instants.ts'
import type { TimelineCursor } from './timeline-queries.ts'

/** Writes a cursor as a word for an address. */
export function writeCursor({ at, _id }: TimelineCursor): string {
  return Buffer.from(JSON.stringify([at, _id])).toString('base64url')
}

/** Reads such a word; null if it is none. */
export function readCursor(word: string): TimelineCursor | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(word, 'base64url').toString())
    if (!Array.isArray(value) || value.length !== 2) return null
    const [at, _id] = value as unknown[]
    if (typeof at !== 'string' || typeof _id !== 'string' || _id.includes('\0')) return null
    const instant = parseInstant(at)
    // PostgreSQL does not take every form of an instant that this does.
    return instant === null ? null : { at: instant.toISOString(), _id }
  } catch {
    return null
  }
}
