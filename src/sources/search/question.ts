import { z } from 'zod'
import { isStorable, unstorable } from '../../base/storable-text.ts'

const charactersMax = 500
const expected = `must be a question or words, 1 to ${charactersMax} characters, given once`

/** A question to the knowledge base, as a query parameter. */
export const Question = z
  .string(expected)
  .trim()
  .min(1, expected)
  .max(charactersMax, expected)
  .refine(isStorable, unstorable)
