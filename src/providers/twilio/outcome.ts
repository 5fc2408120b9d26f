import type { z } from 'zod'
import { meaningOf } from './error-codes.ts'
import type { CodeMeaning } from './error-codes.ts'
import type { Exchange } from './transport.ts'
import { CallResource, carrierCall, CreatedCall, ErrorBody, isFinal } from './types.ts'
import type { CarrierCall } from './types.ts'

/**
 * What became of a request to place a call. Only `not_done` may ever be tried again (Rules 18 and 42 to 46).
 * Reasons are worded by us: no number, token or text of the carrier's stands in them, and they may follow a colon.
 */
export type PlaceCallOutcome =
  | { kind: 'accepted'; carrierCallSid: string }
  /** Surely not placed, and final. `about` tells whether another number would fare better, or another account. */
  | { kind: 'rejected'; code: string; reason: string; about: 'number' | 'account' }
  /**
   * Surely not placed; may be tried again. `retryAfterMs` is what the carrier asked for, null where it said nothing.
   * `too_late`: it might not begin any more, so that whoever may have taken the dial over has the word.
   */
  | {
      kind: 'not_done'
      cause: 'rate_limit' | 'unreachable' | 'too_late'
      reason: string
      retryAfterMs: number | null
    }
  /** May have been placed. */
  | { kind: 'unknown'; reason: string }

/** What the carrier shows of a call whose SID is not known. */
export type FindCallOutcome =
  /** `confirmed`: a request of the call bears the mark. Otherwise it is the only call that fits and nothing speaks against it. */
  | { kind: 'found'; call: CarrierCall; confirmed: boolean }
  /** The whole list was read and no call can be it. Lists lag behind, so this weighs more with time (Rule 46). */
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string }

/** What the carrier shows of a call whose SID is known. */
export type FetchCallOutcome =
  | { kind: 'found'; call: CarrierCall }
  /** The carrier itself says that it has no such call. Reads lag behind, so this weighs more with time. */
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string }

/** Whether the carrier shows the account to these credentials. */
export type FetchAccountOutcome =
  | { kind: 'accepted' }
  /** Asking again would change nothing. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

/** What became of a request to end a call, live or not yet dialled. */
export type EndCallOutcome =
  | { kind: 'ended' }
  /** There was nothing left to end. How the call ended is to be read from it (`fetchCall`). */
  | { kind: 'already_over' }
  /** May go on; to be tried again, `retryAfterMs` later where the carrier asked for a pause. Twice is harmless. */
  | { kind: 'unknown'; reason: string; retryAfterMs: number | null }
  /** The call goes on, and asking again would change nothing: something about the account must be mended. */
  | { kind: 'refused'; code: string; reason: string }

type Answer = Extract<Exchange, { kind: 'answered' }>

/** The longest pause that a carrier can ask for; more is cut to it. */
export const retryAfterMsMax = 300_000

const unreadable = "the carrier's answer could not be understood"
/** Anywhere in a body: a refusal that names a call contradicts itself. */
const callSidAnywhere = /CA[0-9a-f]{32}/i

/** The verdict on a request to place a call, by the table in `README.md`; what that does not list is `unknown`. */
export function judgePlaced(exchange: Exchange): PlaceCallOutcome {
  switch (exchange.kind) {
    case 'not_sent':
      return { kind: 'not_done', cause: exchange.cause, reason: exchange.reason, retryAfterMs: null }
    case 'lost':
      return { kind: 'unknown', reason: exchange.reason }
    case 'answered':
      if (exchange.status === 200 || exchange.status === 201) return judgeAccepted(exchange)
      if (exchange.status >= 400 && exchange.status <= 499) return judgeRefused(exchange)
      return { kind: 'unknown', reason: whyUnknown(exchange) }
  }
}

function judgeAccepted(answer: Answer): PlaceCallOutcome {
  const created = readBody(answer, CreatedCall)
  return created === null
    ? { kind: 'unknown', reason: unreadable }
    : { kind: 'accepted', carrierCallSid: created.sid }
}

function judgeRefused(answer: Answer): PlaceCallOutcome {
  if (callSidAnywhere.test(answer.body))
    return { kind: 'unknown', reason: 'the carrier refused the call and named it all the same' }
  const code = errorCode(answer)
  const meaning: CodeMeaning | null = code === null ? null : meaningOf(code)
  // Twilio processes no request that it answers with 429 (its page on error 20429), so the status alone will do.
  if (answer.status === 429 || meaning?.about === 'rate') {
    const reason = meaning?.about === 'rate' ? meaning.reason : meaningOf(20_429).reason
    return { kind: 'not_done', cause: 'rate_limit', reason, retryAfterMs: retryAfterMs(answer) }
  }
  if (meaning === null) return { kind: 'unknown', reason: unreadable }
  if (meaning.about === 'fault') return { kind: 'unknown', reason: meaning.reason }
  return { kind: 'rejected', code: String(code), reason: meaning.reason, about: meaning.about }
}

/** The verdict on a request to read the call `sid`. */
export function judgeFetched(exchange: Exchange, sid: string): FetchCallOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  if (exchange.status === 404 && errorCode(exchange) !== null) return { kind: 'absent' }
  const resource = exchange.status === 200 ? readBody(exchange, CallResource) : null
  if (resource === null || resource.sid !== sid) return { kind: 'unknown', reason: whyUnknown(exchange) }
  return { kind: 'found', call: carrierCall(resource) }
}

/** The verdict on a request to read the account. */
export function judgeAccount(exchange: Exchange): FetchAccountOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  if (exchange.status === 200) return { kind: 'accepted' }
  if (exchange.status === 401 || exchange.status === 403 || exchange.status === 404)
    return { kind: 'refused', reason: 'the carrier does not accept the credentials' }
  return { kind: 'unknown', reason: whyUnknown(exchange) }
}

/**
 * The verdict on a request to end the call `sid`. https://www.twilio.com/docs/voice/api/call-resource
 *
 * A 404 leaves the question open: the carrier gave the SID away itself, so that a call which it does not know is one that
 * it does not show yet.
 */
export function judgeEnded(exchange: Exchange, sid: string): EndCallOutcome {
  if (exchange.kind !== 'answered') return stillOpen(exchange.reason)
  if (exchange.status === 200) {
    const changed = readBody(exchange, CallResource)
    if (changed?.sid !== sid) return stillOpen(unreadable)
    return isFinal(changed.status) ? { kind: 'ended' } : stillOpen('the carrier has not ended the call yet')
  }
  const code = errorCode(exchange)
  if (code === null) return stillOpen(whyUnknown(exchange), retryAfterMs(exchange))
  if (code === 21_220) return { kind: 'already_over' }
  if (exchange.status === 404) return stillOpen('the carrier does not know the call')
  const { about, reason } = meaningOf(code)
  if (exchange.status === 429 || about === 'rate' || about === 'fault')
    return stillOpen(whyUnknown(exchange), retryAfterMs(exchange))
  return { kind: 'refused', code: String(code), reason }
}

function stillOpen(reason: string, retryAfterMs: number | null = null): EndCallOutcome {
  return { kind: 'unknown', reason, retryAfterMs }
}

/** Why an answer that is not the wanted one leaves the question open. */
export function whyUnknown(answer: Answer): string {
  if (answer.status >= 500) return meaningOf(20_500).reason
  const code = errorCode(answer)
  return code === null ? unreadable : meaningOf(code).reason
}

/**
 * The body of an answer, where it is JSON, said to be JSON, not compressed (which was not asked for), and of the shape;
 * null otherwise. Of a member that stands twice the last counts, as everywhere in JavaScript.
 */
export function readBody<T>({ headers, body }: Answer, shape: z.ZodType<T>): T | null {
  const type = headers['content-type'] ?? ''
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type) || encoding !== 'identity') return null
  try {
    return shape.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** The code of a refusal in Twilio's form; null for anything else, such as the page of a proxy. */
function errorCode(answer: Answer): number | null {
  if (answer.status < 400 || answer.status > 499) return null
  const error = readBody(answer, ErrorBody)
  // Sources differ on the status that goes with a code, but a refusal that calls itself no refusal is none.
  const isOdd = typeof error?.status === 'number' && (error.status < 400 || error.status > 499)
  return error === null || isOdd ? null : error.code
}

/** `Retry-After` in either of its forms. A date is taken against the answer's own `Date`, so that our clock has no say. */
function retryAfterMs({ headers }: Answer): number | null {
  const text = headers['retry-after'] ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), retryAfterMsMax)
}
