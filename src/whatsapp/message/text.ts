import { z } from 'zod'

/**
 * Characters are code points: an emoji outside the basic plane is one, as for a customer's values and for the `maxLength`
 * of the provider's own OpenAPI document, not the two halves that JavaScript counts.
 */
export function countCharacters(text: string): number {
  return Array.from(text).length
}

/** The provider refuses text of nothing but white space wherever it wants text. */
export function textUpTo(charactersMax: number) {
  return z
    .string('must be a string')
    .superRefine((text, context) => {
      const fault = text.trim() === '' ? 'must not be empty' : lengthFault(text, charactersMax)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .meta({ minLength: 1, maxLength: charactersMax })
}

/** Text that may be left out. Callers that fill in a form send it empty then: the message goes out without it. */
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
