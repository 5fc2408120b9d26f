import http from 'node:http'
import { byName, parseForm } from '../../src/sandbox/network/form.ts'
import type { FieldsByName } from '../../src/sandbox/network/form.ts'

/** A received callback. */
export type Received = {
  method: string
  /** Path and query. */
  target: string
  fields: FieldsByName
  headers: http.IncomingHttpHeaders
  at: number
}

/** The answer: instructions, or any status and content type. */
export type Reply = string | { status: number; type?: string; body?: string; afterMs?: number }

/** A program that places calls. It answers the network's callbacks, with 204 by default, and records them. */
export class CallingProgram implements AsyncDisposable {
  readonly received: Received[] = []
  readonly url: string
  readonly #server: http.Server
  readonly #answers: ReadonlyMap<string, (received: Received) => Reply>
  #waiting: { fits: () => boolean; resolve: () => void }[] = []

  static async start(answers: Record<string, (received: Received) => Reply> = {}): Promise<CallingProgram> {
    const server = http.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new CallingProgram(server, answers)
  }

  /** Use `start`. */
  constructor(server: http.Server, answers: Record<string, (received: Received) => Reply>) {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new TypeError('not listening')
    this.url = `http://127.0.0.1:${address.port}`
    this.#server = server
    this.#answers = new Map(Object.entries(answers))
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => this.#take(request, Buffer.concat(chunks).toString('utf8'), response))
    })
  }

  /** Returns the requests received at that path, in order. */
  at(path: string): Received[] {
    return this.received.filter((received) => received.target.split('?')[0] === path)
  }

  /**
   * Resolves as soon as the condition holds, which is checked after each request. Rejects after a minute, so that a
   * test ends.
   */
  async until(fits: () => boolean): Promise<void> {
    if (fits()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ fits, resolve })
    const timer = setTimeout(() => reject(new Error('the awaited request did not arrive')), 180_000)
    await promise.finally(() => clearTimeout(timer))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(request: http.IncomingMessage, body: string, response: http.ServerResponse): void {
    const target = request.url ?? '/'
    const [path = '/', query = ''] = target.split('?')
    const fields = byName(request.method === 'GET' ? parseForm(query) : parseForm(body))
    const received = {
      method: request.method ?? '',
      target,
      fields,
      headers: request.headers,
      at: performance.now(),
    }
    this.received.push(received)
    const reply = this.#answers.get(path)?.(received) ?? { status: 204 }
    const {
      status,
      type = 'text/xml',
      body: text = '',
      afterMs = 0,
    } = typeof reply === 'string' ? { status: 200, body: `<Response>${reply}</Response>` } : reply
    setTimeout(() => response.writeHead(status, { 'content-type': type }).end(text), afterMs).unref()
    const met = this.#waiting.filter(({ fits }) => fits())
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting))
    for (const { resolve } of met) resolve()
  }
}

export const accountSid = `AC${'0a'.repeat(16)}`
export const authToken = 'f00dfeed'.repeat(4)

/** Sends a REST request with the account's credentials. The path follows the account's. */
export async function rest(
  base: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  form: readonly (readonly [string, string])[] = [],
  token: string = authToken,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`
  const url = path.startsWith('/2010') ? `${base}${path}` : `${base}/2010-04-01/Accounts/${accountSid}${path}`
  const body =
    method === 'POST' ? { body: new URLSearchParams(form.map(([name, value]) => [name, value])) } : {}
  const response = await fetch(url, { method, headers: { authorization }, ...body })
  const text = await response.text()
  return { status: response.status, json: JSON.parse(text) }
}
