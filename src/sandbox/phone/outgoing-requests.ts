import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { byName, formText } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import { HttpCaller } from '../network/http-caller.ts'
import type { HttpLimits } from '../network/http-caller.ts'
import { connectionOverrides, isRetried, retryPauseMs } from './connection-overrides.ts'
import type { CallbackPurpose, PhoneLog } from './log.ts'
import { twilioSignature } from './signature.ts'
import { documentBytesMax } from './twiml/twiml-document.ts'

export type OutgoingRequest = {
  readonly call_sid: string
  readonly purpose: CallbackPurpose
  readonly method: 'GET' | 'POST'
  /** As configured; a fragment is neither sent nor signed. */
  readonly url: string
  readonly fields: FormFields
  /** The account's token, for the signature. */
  readonly token: string
  /** Whether the request is signed with a wrong token. */
  readonly forged: boolean
}

/** `body` is cut one byte above the limit; the additional byte shows that the document was too large. */
export type OutgoingResult =
  | { kind: 'answered'; status: number; contentType: string | null; body: Buffer; durationMs: number }
  | { kind: 'failed'; stage: 'connect' | 'answer'; code: string; durationMs: number }

/** Signs, sends and logs the network's own requests, within the time limits. */
export class OutgoingRequests {
  readonly #clock: Clock
  readonly #log: PhoneLog
  readonly #caller: HttpCaller
  readonly #limits: HttpLimits
  readonly #closing = new AbortController()
  #count = 0

  constructor({ clock, log, limits }: { clock: Clock; log: PhoneLog; limits: HttpLimits }) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
    this.#caller = new HttpCaller({ limits, answerBytesMax: documentBytesMax })
  }

  /**
   * Sends a request. Retries once, at once, if the connection failed. The fragment of the address may ask for more
   * tries and other time limits; then there is a pause before each further try. Never rejects.
   */
  async send(request: OutgoingRequest): Promise<OutgoingResult> {
    const idempotencyToken = randomUUID()
    const overrides = connectionOverrides(request.url, this.#limits)
    const endsAt = performance.now() + overrides.allTriesMs
    const hasPauses = request.url.includes('#')
    for (let attempt = 1; ; attempt++) {
      const limits = limitsUntil(endsAt, overrides.limits)
      const result = await this.#attempt(request, idempotencyToken, attempt, limits)
      if (attempt > overrides.retries || this.#caller.closed || !isRetried(result, overrides)) return result
      const pauseMs = hasPauses ? retryPauseMs * 2 ** (attempt - 1) : 0
      if (hasPauses && performance.now() + pauseMs >= endsAt) return result
      await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    }
  }

  /** Aborts the requests that are under way; later requests fail at once. */
  close(): void {
    this.#closing.abort()
    this.#caller.close()
  }

  async #attempt(
    request: OutgoingRequest,
    idempotencyToken: string,
    attempt: number,
    limits: HttpLimits,
  ): Promise<OutgoingResult> {
    const callback_id = ++this.#count
    const bare = request.url.split('#')[0]!
    const inQuery = request.method === 'GET' && request.fields.length > 0
    const url = inQuery ? `${bare}${bare.includes('?') ? '&' : '?'}${formText(request.fields)}` : bare
    const { call_sid, purpose, method, forged } = request
    const params = byName(request.fields)
    this.#log.append({
      kind: 'callback',
      callback_id,
      call_sid,
      purpose,
      method,
      url: bare,
      params,
      attempt,
      forged,
    })
    const signedFields = request.method === 'GET' ? [] : request.fields
    const token = request.forged ? `${request.token}-forged` : request.token
    const form = method === 'POST' ? formText(request.fields) : null
    const headers = {
      ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
      'user-agent': 'TwilioProxy/1.1',
      accept: '*/*',
      'i-twilio-idempotency-token': idempotencyToken,
      'x-twilio-signature': twilioSignature(token, url, signedFields),
    }
    const startedAt = this.#clock.now().getTime()
    const answer = await this.#caller.call({ method, url, headers, body: form, limits })
    const duration_ms = Math.max(0, this.#clock.now().getTime() - startedAt)
    const status = answer.kind === 'answered' ? answer.status : null
    const failure = answer.kind === 'failed' ? `${answer.stage}: ${answer.code}` : null
    this.#log.append({ kind: 'callback_answer', callback_id, call_sid, status, failure, duration_ms })
    return { ...answer, durationMs: duration_ms }
  }
}

/** Returns the limits of a try that may not last beyond an instant. */
function limitsUntil(endsAt: number, { connectMs, totalMs }: HttpLimits): HttpLimits {
  return { connectMs, totalMs: Math.min(totalMs, Math.max(0, endsAt - performance.now())) }
}
