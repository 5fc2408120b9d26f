import type { z } from 'zod'
import { readRetryAfter } from '../send-once.ts'
import type { Exchange } from '../send-once.ts'
import type {
  EndCallOutcome,
  FetchAccountOutcome,
  FetchCallOutcome,
  LimitCallOutcome,
  PlaceCallOutcome,
} from '../voice-carrier.ts'
import { listedMeaningOf, meaningOf } from './error-codes.ts'
import type { CodeMeaning } from './error-codes.ts'
import { AccountResource, CallResource, carrierCall, CreatedCall, ErrorBody, isFinal } from './types.ts'

type Answer = Extract<Exchange, { kind: 'answered' }>

/** The longest pause that a carrier can ask for; longer ones are cut to it. */
export const retryAfterMsMax = 300_000

const unreadable = "the carrier's answer could not be understood"
/** Matches a call's SID anywhere in a body. A refusal that names a call contradicts itself. */
const callSidAnywhere = /CA[0-9a-f]{32}/i

/** Judges the answer to a request to place a call; an answer that no rule covers is `unknown`. */
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
    return { kind: 'unknown', reason: 'the carrier refused the call and yet named one' }
  const code = errorCode(answer)
  const meaning: CodeMeaning | null = code === null ? null : meaningOf(code)
  // Twilio processes no request that it answers with 429 (its page on error 20429), so the status alone is enough.
  if (answer.status === 429 || meaning?.about === 'rate') {
    const reason = meaning?.about === 'rate' ? meaning.reason : meaningOf(20_429).reason
    const retryAfterMs = readRetryAfter(answer, retryAfterMsMax)
    return { kind: 'not_done', cause: 'rate_limit', reason, retryAfterMs }
  }
  if (meaning === null) return { kind: 'unknown', reason: unreadable }
  if (meaning.about === 'fault') return { kind: 'unknown', reason: meaning.reason }
  return { kind: 'rejected', code: String(code), reason: meaning.reason, about: meaning.about }
}

/** Judges the answer to a request to read the call `sid`. */
export function judgeFetched(exchange: Exchange, sid: string): FetchCallOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  if (exchange.status === 404 && errorCode(exchange) !== null) return { kind: 'absent' }
  const resource = exchange.status === 200 ? readBody(exchange, CallResource) : null
  if (resource === null || resource.sid !== sid) return { kind: 'unknown', reason: whyUnknown(exchange) }
  return { kind: 'found', call: carrierCall(resource) }
}

/** Judges the answer to a request to read the account. */
export function judgeAccount(exchange: Exchange): FetchAccountOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  if (exchange.status === 200) {
    const status = readBody(exchange, AccountResource)?.status ?? 'active'
    return status === 'active' ? { kind: 'accepted' } : { kind: 'refused', reason: meaningOf(20_005).reason }
  }
  if (exchange.status === 401 || exchange.status === 403 || exchange.status === 404) {
    const code = errorCode(exchange)
    const meaning = code === null ? null : listedMeaningOf(code)
    return { kind: 'refused', reason: meaning?.reason ?? 'the carrier does not accept the credentials' }
  }
  return { kind: 'unknown', reason: whyUnknown(exchange) }
}

/**
 * Judges the answer to a request to end the call `sid`. https://www.twilio.com/docs/voice/api/call-resource
 *
 * A 404 is `unknown`: the carrier issued the SID itself, so a call that it does not know is one that it does not show
 * yet.
 */
export function judgeEnded(exchange: Exchange, sid: string): EndCallOutcome {
  if (exchange.kind !== 'answered') return endUnknown(exchange.reason)
  if (exchange.status === 200) {
    const changed = readBody(exchange, CallResource)
    if (changed?.sid !== sid) return endUnknown(unreadable)
    return isFinal(changed.status) ? { kind: 'ended' } : endUnknown('the carrier has not ended the call yet')
  }
  const code = errorCode(exchange)
  if (code === null) return endUnknown(whyUnknown(exchange), readRetryAfter(exchange, retryAfterMsMax))
  if (code === 21_220) return { kind: 'already_over' }
  if (exchange.status === 404) return endUnknown('the carrier does not know the call')
  const { about, reason } = meaningOf(code)
  if (exchange.status === 429 || about === 'rate' || about === 'fault')
    return endUnknown(whyUnknown(exchange), readRetryAfter(exchange, retryAfterMsMax))
  return { kind: 'refused', code: String(code), reason }
}

/** Judges the answer to a request to change the time limit of the call `sid`. Twilio shows no limit in its answer. */
export function judgeLimited(exchange: Exchange, sid: string): LimitCallOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unknown', reason: exchange.reason }
  const changed = exchange.status === 200 ? readBody(exchange, CallResource) : null
  return changed?.sid === sid ? { kind: 'limited' } : { kind: 'unknown', reason: whyUnknown(exchange) }
}

function endUnknown(reason: string, retryAfterMs: number | null = null): EndCallOutcome {
  return { kind: 'unknown', reason, retryAfterMs }
}

/** Returns the reason for `unknown` after an answer that is not the expected one. */
export function whyUnknown(answer: Answer): string {
  if (answer.status >= 500) return meaningOf(20_500).reason
  const code = errorCode(answer)
  return code === null ? unreadable : meaningOf(code).reason
}

/**
 * Returns the body of an answer if it is JSON, is declared as JSON, is not compressed (the request does not allow
 * that), and has the shape; null otherwise. If a member occurs twice, the last one counts, as everywhere in JavaScript.
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

/** Returns the code of a refusal in Twilio's form; null for anything else, such as the page of a proxy. */
function errorCode(answer: Answer): number | null {
  if (answer.status < 400 || answer.status > 499) return null
  const error = readBody(answer, ErrorBody)
  // Sources differ on which status goes with a code. A body whose own status is no 4xx is no refusal.
  const isOdd = typeof error?.status === 'number' && (error.status < 400 || error.status > 499)
  return error === null || isOdd ? null : error.code
}
