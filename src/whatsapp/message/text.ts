import { z } from 'zod'

/**
 * Returns the number of code points, not of UTF-16 units: an emoji outside the basic plane counts as one. Customer
 * variables and `maxLength` in Meta's OpenAPI document count the same way.
 */
export function countCharacters(text: string): number {
  return Array.from(text).length
}

/** Returns the schema of a required text. Meta refuses a required text that is only white space. */
export function textUpTo(charactersMax: number) {
  return z
    .string('must be a string')
    .superRefine((text, context) => {
      const fault = text.trim() === '' ? 'must not be empty' : lengthFault(text, charactersMax)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .meta({ minLength: 1, maxLength: charactersMax })
}

/** Returns the schema of an optional text. Some callers send an empty text for none; the message is sent without it. */
export function optionalTextUpTo(charactersMax: number) {
  return z
    .string('must be a string')
    .superRefine((text, context) => {
      const fault = lengthFault(text, charactersMax)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .meta({ maxLength: charactersMax })
    .optional()
}

function lengthFault(text: string, charactersMax: number): string | null {
  return countCharacters(text) > charactersMax ? `is longer than ${charactersMax} characters` : null
}

/** Returns the members that are neither empty nor undefined: an empty caption or name of a location is not sent. */
export function withoutEmpty(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== '' && value !== undefined),
  )
}
