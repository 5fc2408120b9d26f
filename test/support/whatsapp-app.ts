import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { WhatsappAccountInput } from '../../src/sandbox/whatsapp/accounts.ts'

/** A webhook as it arrived. */
export type ReceivedWebhook = {
  raw: Buffer
  headers: http.IncomingHttpHeaders
  /** The values of all changes with their field, in the order they stand in the body. */
  changes: { field: string; value: Record<string, unknown> }[]
  entryCount: number
}

type Status = Record<string, unknown>

/**
 * A business app with a webhook address, for tests. It answers the handshake and stores the webhooks, whose
 * answer is 200 by default.
 */
export class WhatsappApp implements AsyncDisposable {
  readonly received: ReceivedWebhook[] = []
  readonly url: string
  /** The answers to the next webhooks; then 200. */
  readonly answers: number[] = []
  readonly #server: http.Server

  static async start(): Promise<WhatsappApp> {
    const server = http.createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new WhatsappApp(server)
  }

  /** Use `start`. */
  constructor(server: http.Server) {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new TypeError('not listening')
    this.url = `http://127.0.0.1:${address.port}/webhooks/whatsapp`
    this.#server = server
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.method === 'GET') return shake(request, response)
        this.#take(request, Buffer.concat(chunks))
        response.writeHead(this.answers.shift() ?? 200).end()
      })
    })
  }

  /** All changes so far. */
  get changes(): { field: string; value: Record<string, unknown> }[] {
    return this.received.flatMap(({ changes }) => changes)
  }

  /** All statuses so far, in the order of arrival. */
  get statuses(): Status[] {
    return this.changes.flatMap(({ value }) => (value['statuses'] ?? []) as Status[])
  }

  /** All messages from people so far. */
  get inbound(): Status[] {
    return this.changes.flatMap(({ value }) => (value['messages'] ?? []) as Status[])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(request: http.IncomingMessage, raw: Buffer): void {
    const body = JSON.parse(raw.toString('utf8')) as { entry: { changes: ReceivedWebhook['changes'] }[] }
    const changes = body.entry.flatMap((entry) => entry.changes)
    this.received.push({ raw, headers: request.headers, changes, entryCount: body.entry.length })
  }
}

function shake(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const fits =
    searchParams.get('hub.mode') === 'subscribe' && searchParams.get('hub.verify_token') === verifyToken
  response.writeHead(fits ? 200 : 403).end(fits ? searchParams.get('hub.challenge') : 'no')
}

export const phoneNumberId = '100000000000001'
export const businessAccountId = '200000000000001'
export const accessToken = 'token-of-a-test'
export const appSecret = 'secret-of-a-test'
export const verifyToken = 'verify-of-a-test'

/** Returns the account of the app. */
export function accountOf(app: WhatsappApp): WhatsappAccountInput {
  return {
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: accessToken,
    app_secret: appSecret,
    verify_token: verifyToken,
    webhook_url: app.url,
  }
}

/** Returns the expected `X-Hub-Signature-256` for the bytes. */
export function signatureOf(raw: Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
}

/** Returns the body of a text message, with further members. */
export function textTo(to: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'text',
    text: { body: 'Hello' },
    ...more,
  }
}

/** Returns the body of a template message. */
export function templateTo(to: string, components?: unknown, name = 'order_update'): Record<string, unknown> {
  const template = { name, language: { code: 'en_US' }, ...(components !== undefined && { components }) }
  return { messaging_product: 'whatsapp', to, type: 'template', template }
}

export type GraphReply = {
  status: number
  json: {
    error?: {
      code: number
      message: string
      type: string
      error_data: { details: string }
      fbtrace_id: string
    }
    messages?: { id: string; message_status?: string }[]
    contacts?: { input: string; wa_id: string }[]
    [name: string]: unknown
  }
}

/** Sends a Graph request with the account's token. */
export async function graph(
  base: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  authorization: string | null = `Bearer ${accessToken}`,
): Promise<GraphReply> {
  const headers: Record<string, string> = {}
  if (authorization !== null) headers['authorization'] = authorization
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${base}${path}`, init)
  return { status: response.status, json: JSON.parse(await response.text()) }
}

/** Requests a message. */
export function send(base: string, body: unknown): Promise<GraphReply> {
  return graph(base, 'POST', `/v23.0/${phoneNumberId}/messages`, body)
}
