import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { Clock } from '../base/clock.ts'
import { byName, formText } from './form.ts'
import type { FormFields } from './form.ts'
import type { CallbackPurpose, NetworkLog } from './network-log.ts'
import { twilioSignature } from './signature.ts'
import { documentBytesMax } from './twiml-document.ts'

/** Time limits of one request, in real milliseconds. Provider: connections and behaviour of webhooks. */
export type OutgoingLimits = { connectMs: number; totalMs: number }

export type OutgoingRequest = {
  readonly call_sid: string
  readonly purpose: CallbackPurpose
  readonly method: 'GET' | 'POST'
  /** As it was configured; a fragment is neither sent nor signed. */
  readonly url: string
  readonly fields: FormFields
  /** The account's token, for the signature. */
  readonly token: string
  /** Signed with a token that is not the account's. */
  readonly forged: boolean
}

/** `body` is cut one byte above the largest document, which tells that it was too large. */
export type OutgoingResult =
  | { kind: 'answered'; status: number; contentType: string | null; body: Buffer; durationMs: number }
  | { kind: 'failed'; stage: 'connect' | 'answer'; code: string; durationMs: number }

/** Sends the network's own requests: signed, logged, within the time limits. */
export class OutgoingRequests {
  readonly #clock: Clock
  readonly #log: NetworkLog
  readonly #limits: OutgoingLimits
  readonly #underWay = new Set<http.ClientRequest>()
  #count = 0
  #closed = false

  constructor({ clock, log, limits }: { clock: Clock; log: NetworkLog; limits: OutgoingLimits }) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  /** Never rejects. Tries once more, at once, when no connection came about. */
  async send(request: OutgoingRequest): Promise<OutgoingResult> {
    const idempotencyToken = randomUUID()
    const first = await this.#attempt(request, idempotencyToken, 1)
    if (first.kind === 'answered' || first.stage === 'answer' || this.#closed) return first
    return this.#attempt(request, idempotencyToken, 2)
  }

  /** Breaks off what is under way; later requests fail at once. */
  close(): void {
    this.#closed = true
    for (const request of this.#underWay) request.destroy()
  }

  async #attempt(
    request: OutgoingRequest,
    idempotencyToken: string,
    attempt: number,
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
    const headers = {
      'user-agent': 'TwilioProxy/1.1',
      accept: '*/*',
      'i-twilio-idempotency-token': idempotencyToken,
      'x-twilio-signature': twilioSignature(token, url, signedFields),
    }
    const startedAt = this.#clock.now().getTime()
    const answer = await this.#exchange(
      method,
      url,
      headers,
      method === 'POST' ? formText(request.fields) : null,
    )
    const duration_ms = Math.max(0, this.#clock.now().getTime() - startedAt)
    const status = answer.kind === 'answered' ? answer.status : null
    const failure = answer.kind === 'failed' ? `${answer.stage}: ${answer.code}` : null
    this.#log.append({ kind: 'callback_answer', callback_id, call_sid, status, failure, duration_ms })
    return { ...answer, durationMs: duration_ms }
  }

  #exchange(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Untimed> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve({ kind: 'failed', stage: 'connect', code: 'closed' })
      let connected = false
      const { connectMs, totalMs } = this.#limits
      // A connection for each request: a kept one that the other side closes meanwhile would look like a lost callback.
      const options: https.RequestOptions = { method, agent: false, headers: { ...headers } }
      if (body !== null) {
        options.headers = {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'content-length': String(Buffer.byteLength(body)),
        }
      }
      const request = (url.startsWith('https:') ? https : http).request(url, options)
      const timers = [
        setTimeout(() => connected || request.destroy(timeoutError()), connectMs),
        setTimeout(() => request.destroy(timeoutError()), totalMs),
      ]
      this.#underWay.add(request)
      const finish = (answer: Untimed) => {
        for (const timer of timers) clearTimeout(timer)
        this.#underWay.delete(request)
        resolve(answer)
      }
      request.on('socket', (socket) => {
        socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => (connected = true))
      })
      const failed = (error: Error & { code?: string }) =>
        finish({ kind: 'failed', stage: connected ? 'answer' : 'connect', code: error.code ?? error.name })
      request.on('error', failed)
      request.on('response', (response) => collect(response, finish, failed))
      request.end(body ?? undefined)
    })
  }
}

type Untimed =
  | { kind: 'answered'; status: number; contentType: string | null; body: Buffer }
  | { kind: 'failed'; stage: 'connect' | 'answer'; code: string }

function timeoutError(): Error {
  return Object.assign(new Error('time limit exceeded'), { code: 'ETIMEDOUT' })
}

/** Reads an answer up to one byte above the largest document; what follows is not read. */
function collect(
  response: http.IncomingMessage,
  finish: (answer: Untimed) => void,
  failed: (error: Error & { code?: string }) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const done = () => {
    const body = Buffer.concat(chunks).subarray(0, documentBytesMax + 1)
    const contentType = response.headers['content-type'] ?? null
    finish({ kind: 'answered', status: response.statusCode ?? 0, contentType, body })
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size <= documentBytesMax) return
    done()
    response.destroy()
  })
  response.on('end', done)
  response.on('error', failed)
}
