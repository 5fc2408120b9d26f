import { z } from 'zod'

/**
 * Returns the schema of an instant in an event: ISO 8601, UTC, with milliseconds, as everywhere in the API (Rule 5).
 */
export function timestamp() {
  return z.string().meta({ format: 'date-time', description: 'ISO 8601 UTC.' })
}
