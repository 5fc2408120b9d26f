import { z } from 'zod'

/** Returns the schema of an instant in an answer: ISO 8601, UTC, with milliseconds (Rule 5). */
export function timestamp() {
  return z
    .string()
    .meta({ format: 'date-time', description: 'ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.' })
}
