import type { z } from 'zod'
import type { Exchange } from '../send-once.ts'
import type { ErrorAbout } from './error-codes.ts'
import { readBody, readError, retryAfterMs, unreadable } from './graph-answer.ts'
import type { Answer } from './graph-answer.ts'
import { SendAnswer } from './types.ts'

/**
 * The outcome of a request to send a message. Only `not_done` may be retried (Rules 24 to 27). Reasons are our own
 * words, written to follow a colon; they contain no number, no token and no text from Meta.
 */
export type SendOutcome =
  /**
   * Accepted by Meta, but not yet sent or delivered. `held`: Meta holds a new template back, and sends or drops it
   * later. `waId` can differ from the requested number, and is null for a person who hides their number.
   */
  | { kind: 'accepted'; messageId: string; waId: string | null; held: boolean }
  /** Certainly not sent, and final. */
  | { kind: 'rejected'; code: string; reason: string; about: ErrorAbout }
  /** Certainly not sent; may be retried. `retryAfterMs` is null if no pause is known. */
  | {
      kind: 'not_done'
      cause: 'rate_limit' | 'pair_limit' | 'unreachable' | 'passing_fault'
      code: string | null
      reason: string
      retryAfterMs: number | null
    }
  /** May have been sent. */
  | { kind: 'unknown'; code: string | null; reason: string }

/** Why a read failed. */
export type ReadFault =
  /** A retry would fail too: the account must be corrected. */
  | { kind: 'refused'; code: string; reason: string; about: ErrorAbout }
  /** A retry may succeed; `retryAfterMs` is null if no pause is known. */
  | { kind: 'unavailable'; code: string | null; reason: string; retryAfterMs: number | null }

/** Returns the outcome of a request to send a message, by the table in `README.md`; anything else is `unknown`. */
export function sendOutcome(exchange: Exchange): SendOutcome {
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
      return isSuccess(exchange) ? acceptedOutcome(exchange) : refusedOutcome(exchange)
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}

function acceptedOutcome(answer: Answer): SendOutcome {
  const accepted = readBody(answer, SendAnswer)
  if (accepted === null) return { kind: 'unknown', code: null, reason: unreadable }
  const [{ id, message_status }] = accepted.messages
  return {
    kind: 'accepted',
    messageId: id,
    waId: accepted.contacts?.[0].wa_id ?? null,
    held: message_status === 'held_for_quality_assessment' || message_status === 'paused',
  }
}

function refusedOutcome(answer: Answer): SendOutcome {
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

/** Returns the result of a read of a value of this shape. */
export function readOutcome<T>(
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

/** Returns a fault of a read that can be retried. */
export function unavailable(reason: string): ReadFault {
  return { kind: 'unavailable', code: null, reason, retryAfterMs: null }
}

function whyUnreadable({ status }: Answer): string {
  return status >= 500 ? 'WhatsApp, or something before it, failed to answer the request' : unreadable
}
