import type { z } from 'zod'
import { readRetryAfter } from '../send-once.ts'
import type { Exchange } from '../send-once.ts'
import { meaningOf, unlistedFault, unlistedLimit, unlistedRefusal } from './error-codes.ts'
import type { CodeMeaning } from './error-codes.ts'
import { ErrorAnswer } from './types.ts'

export type Answer = Extract<Exchange, { kind: 'answered' }>

/** The longest pause that a response can demand; a longer one is cut to this. */
export const retryAfterMsMax = 3_600_000

export const unreadable = "WhatsApp's answer could not be understood"

/** Returns the body of an answer, or null if it is not JSON of the shape (for example, because it is compressed). */
export function readBody<T>({ body }: Answer, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** Returns an error in Meta's format with its meaning; null for anything else, such as an error page of a proxy. */
export function readError(answer: Answer): { code: string; meaning: CodeMeaning } | null {
  if (answer.status < 400 || answer.status > 599) return null
  const error = readBody(answer, ErrorAnswer)?.error
  if (error === undefined) return null
  const { code, error_subcode } = error
  // Meta reports a missing object as an invalid parameter; only the subcode 33, an older code, marks it.
  const listed = meaningOf(code === 100 && error_subcode === 33 ? 33 : code)
  const meaning = listed ?? unlistedMeaning(answer.status, error)
  return meaning === null ? null : { code: String(code), meaning }
}

/**
 * Returns the meaning of an unlisted code by the HTTP status. A listed code takes precedence over the status, since
 * Meta answers rate limits with 400 and refusals with 500. Errors of proxies have no `type`, and no meaning.
 */
function unlistedMeaning(
  status: number,
  { type, is_transient }: { type: string | null; is_transient: boolean },
): CodeMeaning | null {
  if (type === null) return null
  if (status >= 500) return unlistedFault
  if (status === 429) return unlistedLimit
  return is_transient ? unlistedFault : unlistedRefusal
}

/**
 * Returns the pause that the response demands by `Retry-After`, in either form, else the pause of the code. A date
 * counts from the response's own `Date`.
 */
export function retryAfterMs(answer: Answer, meaning: CodeMeaning): number | null {
  return readRetryAfter(answer, retryAfterMsMax) ?? meaning.retryAfterMs
}
