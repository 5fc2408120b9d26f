import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { CarrierMoment } from './crash-points.ts'
import { answerBytes, refusalBytes } from './observer-answers.ts'
import { startLeg } from './observer-leg.ts'
import type { CallbackFate, Leg, LegEvent, CallDuration } from './observer-leg.ts'
import type { AnswerFault, ObserverLog } from './observer-log.ts'
import { listCalls, resourceOf } from './observer-resources.ts'

/** The facts of a request to place a call by which its answer is chosen. */
export interface Asked {
  account: string
  to: string
  /** How many requests for this number there were before. */
  before: number
}

export type DialWatch = (moment: CarrierMoment, port: number) => boolean

export interface ObserverOptions {
  log: ObserverLog
  seed: string
  /** Signs the callbacks: every account's token. */
  token: string
  /** Returns the real address for a callback address; null while no API runs, and the callback is then lost. */
  deliver: (url: URL) => URL | null
}

/**
 * A carrier that acts by itself and whose log is the reference: it accepts calls over Twilio's HTTP API, rings, answers
 * and ends them by the seed, and logs what it saw. It shares no code with the service or its sandbox.
 */
export interface Observer extends AsyncDisposable {
  url: string
  port: number
  /** Sets how requests to place calls are answered from now on. */
  answerBy: (choose: (asked: Asked) => AnswerFault) => void
  /** Sets how callbacks are delivered from now on. The events of one leg are numbered from 0. */
  deliverBy: (choose: (leg: Leg, event: LegEvent) => CallbackFate) => void
  durationBy: (duration: CallDuration) => void
  /**
   * Calls `watch` for each request that creates a leg, with the port that it came from: when the carrier has the
   * request and has not answered, and when the answer has left. If the first call returns true, no answer is sent.
   */
  watchDials: (watch: DialWatch | null) => void
  /** Makes the machine refuse connections, until it is called with false. */
  refuseConnections: (refuse: boolean) => Promise<void>
  /** Returns how many legs have not ended. */
  openLegs: () => number
}

/** The time until a leg appears in lists, because Twilio's reads are eventually consistent. */
const listLagMs = 700

export async function startObserver({ log, seed, token, deliver }: ObserverOptions): Promise<Observer> {
  const legs = new Map<string, Leg>()
  const askedBefore = new Map<string, number>()
  const hanging = new Set<ServerResponse>()
  /** Requests that are being answered: any of them may write to the log. */
  const inHand = new Set<Promise<void>>()
  const closing = new AbortController()
  let chooseAnswer: (asked: Asked) => AnswerFault = () => ({ kind: 'none' })
  let chooseFate: (leg: Leg, event: LegEvent) => CallbackFate = () => ({ kind: 'send' })
  let duration: CallDuration = { leastMs: 50, mostMs: 400 }
  let watch: DialWatch | null = null

  const server = createServer((request, response) => {
    const answering = answer(request, response).catch(() => void response.destroy())
    inHand.add(answering)
    void answering.finally(() => inHand.delete(answering))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const port = await listen(server, 0)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://observer')
    const [, account = '', sid, part] =
      /\/Accounts\/(AC\w{32})\/Calls(?:\/(CA\w{32}))?(?:\/(\w+))?\.json$/.exec(url.pathname) ?? []
    const form = new URLSearchParams(await textOf(request))
    closing.signal.throwIfAborted()
    if (sid === undefined && request.method === 'POST') return place(account, form, response)
    if (sid === undefined) {
      const shown = [...legs.values()].filter((leg) => leg.account === account && isShown(leg))
      return send(response, 200, listCalls(shown, url))
    }
    const leg = legs.get(sid)
    if (leg === undefined || leg.account !== account) return sendRefusal(response, 404, 20_404)
    if (part === 'Events') return send(response, 200, eventsOf(leg))
    if (request.method !== 'POST') return send(response, 200, resourceOf(leg))
    if (leg.end !== null) return sendRefusal(response, 400, 21_220)
    leg.endByRequest()
    return send(response, 200, resourceOf(leg))
  }

  const isShown = (leg: Leg): boolean => Date.now() - leg.createdAt >= listLagMs

  async function place(account: string, form: URLSearchParams, response: ServerResponse): Promise<void> {
    const to = form.get('To') ?? ''
    const before = askedBefore.get(to) ?? 0
    askedBefore.set(to, before + 1)
    const fault = chooseAnswer({ account, to, before })
    const isPlaced = !['lost', 'rate_limit', 'rejected'].includes(fault.kind)
    const sid = isPlaced ? `CA${randomBytes(16).toString('hex')}` : null
    const from = form.get('From') ?? ''
    const attemptId = lastUuid(form.get('StatusCallback') ?? '')
    const at = Date.now()
    log.write({ kind: 'create', at, account, to, from, attemptId, fault, sid, form: fieldsOf(form) })
    if (sid === null) return refuse(fault, response)
    const leg = startLeg(
      { sid, account, to, from, createdAt: at, form },
      {
        log,
        token,
        deliver,
        duration,
        seed: `${seed} ${to} ${before}`,
        fateOf: (...event) => chooseFate(...event),
      },
    )
    legs.set(sid, leg)
    if (watch?.('asked', portOf(response)) === true) return void response.destroy()
    await answerPlaced(leg, fault, response)
  }

  async function answerPlaced(leg: Leg, fault: AnswerFault, response: ServerResponse): Promise<void> {
    if (fault.kind === 'status_500') return send(response, 500, {})
    if (fault.kind === 'callback_first') await leg.untilReported('ringing')
    if (fault.kind === 'late') await delay(fault.ms, undefined, { signal: closing.signal })
    const bytes = answerBytes(201, resourceOf(leg))
    const { socket } = response
    if (socket === null || socket.destroyed) return
    switch (fault.kind) {
      case 'cut':
        socket.write(bytes.subarray(0, fault.afterBytes), () => socket.destroy())
        return
      case 'stall':
        hanging.add(response)
        response.once('close', () => hanging.delete(response))
        if (fault.afterBytes > 0) socket.write(bytes.subarray(0, fault.afterBytes))
        return
      default: {
        const port = portOf(response)
        socket.end(bytes, () => watch?.('answered', port))
      }
    }
  }

  function refuse(fault: AnswerFault, response: ServerResponse): void {
    if (fault.kind === 'rate_limit') sendRefusal(response, 429, 20_429)
    else if (fault.kind === 'rejected') sendRefusal(response, 400, 21_211)
    else response.destroy()
  }

  let refusing = false
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    answerBy: (choose) => void (chooseAnswer = choose),
    deliverBy: (choose) => void (chooseFate = choose),
    durationBy: (next) => void (duration = next),
    watchDials: (next) => void (watch = next),
    refuseConnections: async (refuse) => {
      if (refuse === refusing) return
      refusing = refuse
      // Open connections are served to their end. Waiting for them would delay the refusal.
      if (refuse) server.close()
      else await listen(server, port)
    },
    openLegs: () => [...legs.values()].filter(({ end }) => end === null).length,
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      for (const response of hanging) response.destroy()
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null
      server.closeAllConnections()
      // The log may be closed next, so nothing may write to it any more.
      await Promise.all([closed, ...inHand, ...[...legs.values()].map((leg) => leg.abandon())])
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Returns the requests of a call. Twilio shows them some time after its end; here they appear once it is over. */
function eventsOf(leg: Leg): unknown {
  const url = leg.form.get('StatusCallback')
  const events = leg.end === null ? [] : [{ request: { url, method: 'POST', parameters: {} } }]
  return { events, page: 0, page_size: 50, next_page_uri: null }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.socket?.end(answerBytes(status, body))
}

function sendRefusal(response: ServerResponse, status: number, code: number): void {
  response.socket?.end(refusalBytes(status, code))
}

function portOf(response: ServerResponse): number {
  return response.socket?.remotePort ?? 0
}

function lastUuid(text: string): string {
  return (
    text
      .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)
      ?.at(-1)
      ?.toLowerCase() ?? ''
  )
}

function fieldsOf(form: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
