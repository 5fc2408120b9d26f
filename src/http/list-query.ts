import { z } from 'zod'
import type { Fields } from '../filters/fields.ts'
import { instantFault, momentForm, parseMoment } from '../filters/instants.ts'
import type { Moment } from '../filters/instants.ts'
import { undecodable } from './query-string.ts'

/** Returns the message of a schema for a parameter that is invalid, undecodable or repeated. */
export function expecting(expected: string): { error: (issue: { input?: unknown }) => string } {
  return {
    error: ({ input }) => {
      if (input === undecodable) return 'can not be decoded: what follows a % must be UTF-8 in hexadecimal'
      if (!Array.isArray(input)) return expected
      return `is given ${input.length === 2 ? 'twice' : `${input.length} times`}, must be given once`
    },
  }
}

/** Returns the schema of a whole number in a query string. A number out of range is refused, not clamped (Rule 6). */
export function wholeNumber(bounds: { min: number; max: number; default: number; description: string }) {
  const { min, max } = bounds
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string(expecting(message))
    .regex(/^[+-]?\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(bounds.default)
    .meta({
      description: bounds.description,
      jsonSchema: { type: 'integer', minimum: min, maximum: max, default: bounds.default },
    })
}

/** Larger numbers are not exact. */
const skipMax = Number.MAX_SAFE_INTEGER

/** The parameters of every paged list. Unknown parameters are ignored (Rule 6). */
export const PageQuery = z.object({
  skip: wholeNumber({ min: 0, max: skipMax, default: 0, description: 'Records to skip.' }),
  limit: wholeNumber({ min: 1, max: 100, default: 20, description: 'Page size.' }),
})

/** Returns the schema of a text that may be given once. */
const text = (description: string) => z.string(expecting('must be text')).optional().describe(description)

/** Returns the parameters of a list that can be filtered and sorted by the fields of its items. */
export function listQuery(fields: Fields, order: string) {
  const names = [...fields.keys()].join('`, `')
  return PageQuery.extend({
    filters: text(
      'JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` ' +
        '`$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` ' +
        `\`$and\` \`$or\` \`$nor\`. Fields: \`${names}\`.`,
    ),
    sort: text(`JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: ${order}.`),
  })
}

/** Returns the schema of an instant or a whole day, in UTC (Rule 5). */
export function momentParameter(description: string) {
  return z
    .string(expecting(momentForm))
    .transform((text, context): Moment => {
      const parsed = parseMoment(text)
      if (parsed !== null) return parsed
      context.addIssue({ code: 'custom', message: instantFault(text, momentForm) })
      return z.NEVER
    })
    .optional()
    .meta({
      // Without the format `date-time`, which excludes dates and instants without an offset.
      description: `${description} ISO 8601: a date, or an instant, which is UTC without an offset.`,
      jsonSchema: { type: 'string' },
    })
}

/** Returns the schema of a boolean in a query string; false by default. */
export function flag(description: string) {
  return z
    .enum(['true', 'false'], expecting('must be true or false'))
    .transform((text) => text === 'true')
    .default(false)
    .meta({ description, jsonSchema: { type: 'boolean', default: false } })
}

/** The parameter of a list that can show parts of its items. */
export const projectionParameter = {
  object: text('JSON object, path to 1 (only these) or 0 (all but these).'),
  objectOrList: text(
    'JSON object, path to 1 (only these) or 0 (all but these), or a comma-separated list of paths.',
  ),
}
