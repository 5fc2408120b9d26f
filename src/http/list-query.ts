import { z } from 'zod'

/** A whole number in a query string; out of range is refused, never clamped (Decision 6). */
export function wholeNumber(bounds: { min: number; max: number; default: number; description: string }) {
  const { min, max } = bounds
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string(message)
    .regex(/^[+-]?\d{1,16}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(bounds.default)
    .meta({
      description: bounds.description,
      jsonSchema: { type: 'integer', minimum: min, maximum: max, default: bounds.default },
    })
}

/** Numbers beyond are not exact any more. */
const skipMax = Number.MAX_SAFE_INTEGER

/** The paging parameters that every list has (Spec: Common list parameters). Others are ignored (Decision 6). */
export const ListQuery = z.object({
  skip: wholeNumber({ min: 0, max: skipMax, default: 0, description: 'Records to skip.' }),
  limit: wholeNumber({ min: 1, max: 100, default: 20, description: 'Page size.' }),
})
