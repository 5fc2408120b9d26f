import type { z } from 'zod'
import type { Exchange } from '../twilio/transport.ts'
import { meaningOf, unlistedFault, unlistedLimit, unlistedRefusal } from './error-codes.ts'
import type { CodeMeaning } from './error-codes.ts'
import { ErrorAnswer } from './types.ts'

export type Answer = Extract<Exchange, { kind: 'answered' }>

/** The longest pause that Meta can ask for; more is cut to it. */
export const retryAfterMsMax = 3_600_000

export const unreadable = "WhatsApp's answer could not be understood"

/** The body of an answer, where it is JSON of the shape; null otherwise, as for one that came compressed unasked. */
export function readBody<T>({ body }: Answer, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** An error in Meta's form with what it means; null for anything else, such as the page of a proxy. */
export function readError(answer: Answer): { code: string; meaning: CodeMeaning } | null {
  if (answer.status < 400 || answer.status > 599) return null
  const error = readBody(answer, ErrorAnswer)?.error
  if (error === undefined) return null
  const { code, error_subcode } = error
  // That an object does not exist comes as an invalid parameter, told apart by the older code below it.
  const listed = meaningOf(code === 100 && error_subcode === 33 ? 33 : code)
  const meaning = listed ?? unlistedMeaning(answer.status, error)
  return meaning === null ? null : { code: String(code), meaning }
}

/**
 * Status codes are no evidence beside a code that is listed: Meta answers rate limits with 400 and refusals with 500.
 * Without one they are all there is. Proxies say `error` too, but not of a `type`.
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

/** What the answer asks for, in either form of `Retry-After`, or what is known of the code. A date is taken against the answer's own. */
export function retryAfterMs({ headers }: Answer, meaning: CodeMeaning): number | null {
  const text = headers['retry-after'] ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? meaning.retryAfterMs : Math.min(Math.max(ms, 0), retryAfterMsMax)
}
