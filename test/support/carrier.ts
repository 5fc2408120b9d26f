import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the carrier handles the next request to place a call. */
export type Behavior =
  /** Accepts it, after `meanwhile`. */
  | { kind: 'accept'; meanwhile?: () => Promise<unknown> }
  /** Places the call but never confirms it. `drop` breaks the connection; `hang` sends nothing. */
  | { kind: 'accept_silently'; how: 'drop' | 'hang' | 'status_500' }
  /** `retryAfter`: the header, in seconds. */
  | { kind: 'refuse'; status: number; code: number; retryAfter?: number }
  /** Does not place the call, and sends an answer that can't be understood. */
  | { kind: 'lose' }
  /** Does not place the call, and leaves the request open. */
  | { kind: 'hold' }
  /** Reports `ringing` before it answers the request. */
  | { kind: 'callback_first' }
  /** Reports `ringing`, and breaks the connection. */
  | { kind: 'callback_alone' }

/** A call that the carrier has placed. */
export interface PlacedLeg {
  sid: string
  form: URLSearchParams
  status: string
  duration: string | null
  createdAt: Date
}

/**
 * A carrier under the test's control: it handles requests as the test says, and sends callbacks only when the test
 * sends them. The sandbox is the carrier that acts by itself.
 */
export interface Carrier extends AsyncDisposable {
  url: string
  legs: PlacedLeg[]
  /** Requests to place a call, accepted or not. */
  creates: number
  /** Call SIDs for which an end was requested, in order. An active call ends by it. */
  ended: string[]
  /** How the next requests are handled, in order; replaces earlier settings. Later calls are accepted. */
  behave: (...behaviors: Behavior[]) => void
  /** Numbers for which every request is answered with 429, whatever else is set. */
  refused: Set<string>
  /** Breaks the requests left open. */
  drop: () => void
  /** Leaves requests that read calls unanswered until the returned function is called. */
  holdReads: () => () => void
  /** Sends a status callback for a leg and returns the HTTP status. */
  report: (
    leg: PlacedLeg,
    status: string,
    more?: Record<string, string>,
    options?: SendOptions,
  ) => Promise<number>
  /** Requests instructions at the leg's address or another; returns status and document. */
  ask: (
    leg: PlacedLeg,
    more?: Record<string, string>,
    options?: SendOptions,
  ) => Promise<{ status: number; document: string }>
}

export interface SendOptions {
  /** null: no signature. */
  token?: string | null
  url?: string
}

const token = 'a-token-of-the-sandbox'

export async function startCarrier(): Promise<Carrier> {
  const behaviors: Behavior[] = []
  const hanging: ServerResponse[] = []
  let readable = Promise.resolve()
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const carrier: Carrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    legs: [],
    creates: 0,
    ended: [],
    refused: new Set(),
    behave: (...more) => void behaviors.splice(0, Infinity, ...more),
    drop: () => {
      for (const response of hanging.splice(0)) response.destroy()
    },
    holdReads: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      readable = promise
      return resolve
    },
    report: async (leg, status, more = {}, options = {}) => {
      const form = { ...base(leg, status), CallbackSource: 'call-progress-events', ...more }
      return (await send(options.url ?? leg.form.get('StatusCallback') ?? '', form, options)).status
    },
    ask: async (leg, more = {}, options = {}) => {
      const form = { ...base(leg, 'in-progress'), ...more }
      const response = await send(options.url ?? leg.form.get('Url') ?? '', form, options)
      return { status: response.status, document: await response.text() }
    },
    [Symbol.asyncDispose]: async () => {
      carrier.drop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request))
    const { pathname, searchParams } = new URL(request.url ?? '', carrier.url)
    if (request.method === 'GET') await readable
    const sid = /\/Calls\/(CA\w+)/.exec(pathname)?.[1]
    const leg = carrier.legs.find((known) => known.sid === sid)
    if (pathname.endsWith('/Events.json')) return json(response, 200, { events: [], next_page_uri: null })
    if (request.method === 'POST' && sid !== undefined) {
      if (form.has('TimeLimit'))
        return leg ? json(response, 200, resource(leg)) : refuse(response, 404, 20_404)
      carrier.ended.push(sid)
      return end(leg, response)
    }
    if (sid !== undefined) return leg ? json(response, 200, resource(leg)) : refuse(response, 404, 20_404)
    if (request.method === 'GET') {
      const calls = carrier.legs
        .filter(({ form: own }) => own.get('To') === searchParams.get('To'))
        .map(resource)
      return json(response, 200, { calls: calls.toReversed(), next_page_uri: null })
    }
    carrier.creates++
    if (carrier.refused.has(form.get('To') ?? '')) return refuse(response, 429, 20_429)
    return take(behaviors.shift() ?? { kind: 'accept' }, form, response)
  }

  function end(leg: PlacedLeg | undefined, response: ServerResponse): void {
    if (leg === undefined) return refuse(response, 404, 20_404)
    if (finals.has(leg.status)) return refuse(response, 400, 21_220)
    leg.status = leg.status === 'in-progress' ? 'completed' : 'canceled'
    json(response, 200, resource(leg))
  }

  async function take(behaviour: Behavior, form: URLSearchParams, response: ServerResponse): Promise<void> {
    if (behaviour.kind === 'refuse') {
      if (behaviour.retryAfter !== undefined) response.setHeader('retry-after', String(behaviour.retryAfter))
      return refuse(response, behaviour.status, behaviour.code)
    }
    if (behaviour.kind === 'lose') return void response.destroy()
    if (behaviour.kind === 'hold') return void hanging.push(response)
    const leg = {
      sid: `CA${randomBytes(16).toString('hex')}`,
      form,
      status: 'queued',
      duration: null,
      createdAt: new Date(),
    }
    carrier.legs.push(leg)
    if (behaviour.kind === 'accept') await behaviour.meanwhile?.()
    if (behaviour.kind === 'callback_first' || behaviour.kind === 'callback_alone')
      await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
    if (behaviour.kind === 'callback_alone') return void response.destroy()
    if (behaviour.kind !== 'accept_silently') return json(response, 201, resource(leg))
    if (behaviour.how === 'drop') response.destroy()
    else if (behaviour.how === 'status_500') json(response, 500, {})
    else hanging.push(response)
  }

  return carrier
}

function base(leg: PlacedLeg, status: string): Record<string, string> {
  leg.status = status
  return {
    CallSid: leg.sid,
    AccountSid: carrierAccount,
    From: leg.form.get('From') ?? '',
    To: leg.form.get('To') ?? '',
    CallStatus: status,
    Direction: 'outbound-api',
    ApiVersion: '2010-04-01',
  }
}

const finals: ReadonlySet<string> = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled'])

/** The account that tests declare for this carrier. */
export const carrierAccount = `AC${'0'.repeat(31)}1`

async function send(url: string, form: Record<string, string>, options: SendOptions): Promise<Response> {
  const key = options.token === undefined ? token : options.token
  // The fragment is Twilio's own: it is neither sent nor signed.
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url.split('#')[0]!)
  const signature = key === null ? null : createHmac('sha1', key).update(signed).digest('base64')
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature !== null && { 'x-twilio-signature': signature }),
    },
    body: new URLSearchParams(form),
  })
}

function resource({ sid, status, form, duration, createdAt }: PlacedLeg) {
  return {
    sid,
    status,
    to: form.get('To'),
    from: form.get('From'),
    date_created: createdAt.toUTCString().replace('GMT', '+0000'),
    start_time: null,
    end_time: finals.has(status) ? new Date().toUTCString().replace('GMT', '+0000') : null,
    duration,
    answered_by: null,
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, code: number): void {
  json(response, status, { code, message: 'no', more_info: '', status })
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
