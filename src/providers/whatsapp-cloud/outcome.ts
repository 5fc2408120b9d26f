import type { z } from 'zod'
import type { Exchange } from '../twilio/transport.ts'
import type { ErrorAbout } from './error-codes.ts'
import { readBody, readError, retryAfterMs, unreadable } from './graph-answer.ts'
import type { Answer } from './graph-answer.ts'
import { SendAnswer } from './types.ts'

/**
 * What became of a request to send a message. Only `not_done` may ever be tried again (Rules 24 to 27).
 * Reasons are worded by us: no number, token or text of Meta's stands in them, and they may follow a colon.
 */
export type SendOutcome =
  /**
   * Taken, which is neither sent nor delivered. `held`: Meta keeps a template back until it trusts it, and then sends or
   * drops it. `waId` can differ from the number that was asked for, and is null for a person who hides it.
   */
  | { kind: 'accepted'; messageId: string; waId: string | null; held: boolean }
  /** Surely not sent, and final. */
  | { kind: 'rejected'; code: string; reason: string; about: ErrorAbout }
  /** Surely not sent; may be tried again. `retryAfterMs` is null where nobody named a pause. */
  | {
      kind: 'not_done'
      cause: 'rate_limit' | 'pair_limit' | 'unreachable' | 'passing_fault'
      code: string | null
      reason: string
      retryAfterMs: number | null
    }
  /** May have been sent. */
  | { kind: 'unknown'; code: string | null; reason: string }

/** Why something could not be read. */
export type ReadFault =
  /** Asking again would change nothing: something about the account must be mended. */
  | { kind: 'refused'; code: string; reason: string; about: ErrorAbout }
  /** To be tried again; `retryAfterMs` is null where nobody named a pause. */
  | { kind: 'unavailable'; code: string | null; reason: string; retryAfterMs: number | null }

/** The verdict on a request to send a message, by the table in `README.md`; what that does not list is `unknown`. */
export function judgeSent(exchange: Exchange): SendOutcome {
  switch (exchange.kind) {
    case 'not_sent':
      return {
        kind: 'not_done',
        cause: 'unreachable',
        code: null,
        reason: exchange.reason,
        retryAfterMs: null,
      }
    case 'lost':
      return { kind: 'unknown', code: null, reason: exchange.reason }
    case 'answered':
      return isSuccess(exchange) ? judgeTaken(exchange) : judgeRefused(exchange)
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}

function judgeTaken(answer: Answer): SendOutcome {
  const taken = readBody(answer, SendAnswer)
  if (taken === null) return { kind: 'unknown', code: null, reason: unreadable }
  const [{ id, message_status }] = taken.messages
  return {
    kind: 'accepted',
    messageId: id,
    waId: taken.contacts?.[0].wa_id ?? null,
    held: message_status === 'held_for_quality_assessment' || message_status === 'paused',
  }
}

function judgeRefused(answer: Answer): SendOutcome {
  const error = readError(answer)
  if (error === null) return { kind: 'unknown', code: null, reason: whyUnreadable(answer) }
  const { code, meaning } = error
  const { verdict, reason, about } = meaning
  switch (verdict) {
    case 'rejected':
      return { kind: 'rejected', code, reason, about }
    case 'unknown':
      return { kind: 'unknown', code, reason }
    case 'rate_limit':
    case 'pair_limit':
    case 'passing_fault':
      return { kind: 'not_done', cause: verdict, code, reason, retryAfterMs: retryAfterMs(answer, meaning) }
  }
}

/** The verdict on a request to read something of the shape. */
export function judgeRead<T>(
  exchange: Exchange,
  shape: z.ZodType<T>,
): { kind: 'read'; value: T } | ReadFault {
  if (exchange.kind !== 'answered') return unavailable(exchange.reason)
  if (isSuccess(exchange)) {
    const value = readBody(exchange, shape)
    return value === null ? unavailable(unreadable) : { kind: 'read', value }
  }
  const error = readError(exchange)
  if (error === null) return unavailable(whyUnreadable(exchange))
  const { code, meaning } = error
  const { verdict, reason, about } = meaning
  return verdict === 'rejected'
    ? { kind: 'refused', code, reason, about }
    : { kind: 'unavailable', code, reason, retryAfterMs: retryAfterMs(exchange, meaning) }
}

/** A reading that can be tried again. */
export function unavailable(reason: string): ReadFault {
  return { kind: 'unavailable', code: null, reason, retryAfterMs: null }
}

function whyUnreadable({ status }: Answer): string {
  return status >= 500 ? 'WhatsApp, or something before it, failed to answer the request' : unreadable
}
