import http from 'node:http'
import https from 'node:https'
import { ByteCollector } from '../../base/byte-collector.ts'

/** Time limits of one request, in real milliseconds. */
export type HttpLimits = { connectMs: number; totalMs: number }

export type HttpCall = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Replaces the caller's time limits. */
  readonly limits?: HttpLimits
}

/** `body` is cut one byte above the limit; the additional byte shows that the answer was too large. */
export type HttpResult =
  | { kind: 'answered'; status: number; contentType: string | null; body: Buffer }
  | { kind: 'failed'; stage: 'connect' | 'answer'; code: string }

/** Sends a network's own requests within the time limits. Follows no redirects and does not retry. */
export class HttpCaller {
  readonly #limits: HttpLimits
  readonly #answerBytesMax: number
  readonly #underWay = new Set<http.ClientRequest>()
  #closed = false

  constructor({ limits, answerBytesMax }: { limits: HttpLimits; answerBytesMax: number }) {
    this.#limits = limits
    this.#answerBytesMax = answerBytesMax
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Aborts the requests that are under way; later requests fail at once. */
  close(): void {
    this.#closed = true
    for (const request of this.#underWay) request.destroy()
  }

  /** Never rejects. */
  call({ method, url, headers, body, limits }: HttpCall): Promise<HttpResult> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve({ kind: 'failed', stage: 'connect', code: 'closed' })
      let connected = false
      const { connectMs, totalMs } = limits ?? this.#limits
      // A new connection for each request: a kept-alive one that the server closes meanwhile would look like a lost
      // callback.
      const options: https.RequestOptions = { method, agent: false, headers: { ...headers } }
      if (body !== null) options.headers = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
      const request = (url.startsWith('https:') ? https : http).request(url, options)
      const timers = [
        setTimeout(() => connected || request.destroy(timeoutError()), connectMs),
        setTimeout(() => request.destroy(timeoutError()), totalMs),
      ]
      this.#underWay.add(request)
      const finish = (result: HttpResult) => {
        for (const timer of timers) clearTimeout(timer)
        this.#underWay.delete(request)
        resolve(result)
      }
      request.on('socket', (socket) => {
        socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => (connected = true))
      })
      const failed = (error: Error & { code?: string }) =>
        finish({ kind: 'failed', stage: connected ? 'answer' : 'connect', code: error.code ?? error.name })
      request.on('error', failed)
      request.on('response', (response) => collect(response, this.#answerBytesMax, finish, failed))
      request.end(body ?? undefined)
    })
  }
}

function timeoutError(): Error {
  return Object.assign(new Error('time limit exceeded'), { code: 'ETIMEDOUT' })
}

/** Reads an answer up to one byte above the limit and then stops. */
function collect(
  response: http.IncomingMessage,
  bytesMax: number,
  finish: (result: HttpResult) => void,
  failed: (error: Error & { code?: string }) => void,
): void {
  const collected = new ByteCollector()
  const done = () => {
    const body = collected.bytes().subarray(0, bytesMax + 1)
    const contentType = response.headers['content-type'] ?? null
    finish({ kind: 'answered', status: response.statusCode ?? 0, contentType, body })
  }
  response.on('data', (chunk: Buffer) => {
    collected.add(chunk)
    if (collected.length <= bytesMax) return
    done()
    response.destroy()
  })
  response.on('end', done)
  response.on('error', failed)
}
