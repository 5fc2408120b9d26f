import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { SharedPlaces } from '../../base/shared-places.ts'
import { parseRelayMessage, relayMessageBytesMax } from '../../providers/twilio/relay-messages.ts'
import type { RelayMessage } from '../../providers/twilio/relay-messages.ts'
import type { Attempt } from '../queries.ts'
import type { RelayContext } from './relay-context.ts'
import { movingMsMax, RelaySession } from './relay-session.ts'
import { takeSession } from './take-session.ts'

/** Limits of the sessions of one process ("Bounds" in docs/operating.md). */
export const relayBounds = {
  /** Open sockets; the rest of the connections is left for requests. */
  socketsMax: 1_500,
  /** Those of an organization, once `socketsOpenMax` are open in all: so one organization never has all of them. */
  socketsPerOrganizationMax: 300,
  socketsOpenMax: 1_200,
  /** Bytes that a carrier has not read yet; then its socket is cut. */
  unreadBytesMax: 32 * 1_024,
  /** How long the first message of a session may take. */
  setupMs: 5_000,
  /** How often a carrier is asked for a sign of life; without one until the next time its socket is cut. */
  pingMs: 20_000,
  /** Messages that come while a session begins, and wait until it has. */
  earlyMessagesMax: 100,
}

/** The close code of the websocket for a session that may not begin. */
const policyCode = 1008
/**
 * How much longer than one session may take to be moved `stop` waits for all of them, before it cuts those that are
 * left.
 */
const drainMarginMs = 1_000

/** All sessions between carriers and agents that this process holds. */
export class RelaySessions {
  readonly #context: RelayContext
  readonly #bounds: typeof relayBounds
  readonly #places: SharedPlaces
  readonly #sockets = new Set<WebSocket>()
  readonly #sessions = new Map<string, RelaySession>()
  #isStopping = false

  constructor(context: RelayContext, bounds = relayBounds) {
    this.#context = context
    this.#bounds = bounds
    this.#places = new SharedPlaces({
      placesMax: bounds.socketsMax,
      perOrganizationMax: bounds.socketsPerOrganizationMax,
      openMax: bounds.socketsOpenMax,
    })
  }

  /** Whether this process stops: it ends its sessions so that others go on. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  get isFull(): boolean {
    return this.#places.isFull
  }

  /** Takes a place for a socket of an organization. Returns what frees it; null where there is none. */
  takePlace(organizationId: string): (() => void) | null {
    return this.#places.take(organizationId)
  }

  /**
   * Holds a socket whose handshake was genuine and that has a place. Its first message decides whether it leads a
   * session.
   */
  admit(socket: WebSocket, attempt: Attempt, address: { nonce: string; accountSid: string }): void {
    const { relayMetrics, log } = this.#context
    this.#sockets.add(socket)
    relayMetrics.open.set(this.#sockets.size)
    let session: RelaySession | null = null
    let isSetUp = false
    let isAlive = true
    // The database may take a while, and the customer speaks meanwhile.
    const early: RelayMessage[] = []
    const late = setTimeout(() => {
      relayMetrics.handshakes.inc({ result: 'no_setup' })
      socket.close(policyCode)
    }, this.#bounds.setupMs)
    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
      void session
        ?.renew()
        .catch((error: unknown) =>
          log.warn({ err: error, attempt_id: attempt._id }, 'a session could not be kept for now'),
        )
    }, this.#bounds.pingMs)
    socket.on('pong', () => (isAlive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(late)
      clearInterval(ping)
      this.#sockets.delete(socket)
      relayMetrics.open.set(this.#sockets.size)
      if (session !== null && this.#sessions.get(session.attemptId) === session)
        this.#sessions.delete(session.attemptId)
      session?.closed()
    })
    socket.on('message', (data, isBinary) => {
      isAlive = true
      const message = this.#read(isBinary || !Buffer.isBuffer(data) ? null : data, attempt)
      if (message === null) return
      if (session !== null) return session.receive(message)
      if (isSetUp) {
        early.push(message)
        if (early.length > this.#bounds.earlyMessagesMax) socket.terminate()
        return
      }
      if (message.kind !== 'setup') return socket.close(policyCode)
      isSetUp = true
      clearTimeout(late)
      this.#begin(socket, attempt, address, { setup: message, early }).then(
        (begun) => {
          session = begun
          if (begun === null) return
          for (const each of early.splice(0)) begun.receive(each)
          if (socket.readyState === socket.OPEN) return
          if (this.#sessions.get(begun.attemptId) === begun) this.#sessions.delete(begun.attemptId)
          begun.closed()
        },
        (error: unknown) => {
          log.error({ err: error, attempt_id: attempt._id }, 'a session with an agent could not begin')
          socket.close(1011)
        },
      )
    })
  }

  /**
   * Ends the sessions of organizations that leave this cell once their sentences are out, so that the other cell goes
   * on.
   */
  moveOf(organizationIds: ReadonlySet<string>): void {
    for (const session of this.#sessions.values())
      if (organizationIds.has(session.organizationId)) session.move()
  }

  /**
   * Ends every session once its sentence is out, so that other processes go on. Resolves when none is left, within 6 s.
   */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const session of this.#sessions.values()) session.move()
    const endsAt = performance.now() + movingMsMax + drainMarginMs
    while (this.#sockets.size > 0 && performance.now() < endsAt) await delay(20)
    for (const socket of this.#sockets) socket.terminate()
    await Promise.all([...this.#sessions.values()].map((session) => session.idle()))
  }

  #read(data: Buffer | null, attempt: Attempt): RelayMessage | null {
    const { relayMetrics, log } = this.#context
    const parsed = data === null ? null : parseRelayMessage(data.toString('utf8'))
    if (parsed !== null && parsed.ok) {
      const { message } = parsed
      relayMetrics.messages.inc({ kind: message.kind })
      if (message.kind === 'error' || message.kind === 'unknown')
        log.warn(
          { attempt_id: attempt._id, kind: message.kind },
          'a session got a message that changes nothing',
        )
      return message
    }
    relayMetrics.messages.inc({ kind: 'malformed' })
    const fault = parsed === null ? 'a message is text' : parsed.fault
    log.warn({ attempt_id: attempt._id, kind: 'malformed', fault }, 'a session got a malformed message')
    return null
  }

  async #begin(
    socket: WebSocket,
    attempt: Attempt,
    address: { nonce: string; accountSid: string },
    { setup, early }: { setup: Extract<RelayMessage, { kind: 'setup' }>; early: RelayMessage[] },
  ): Promise<RelaySession | null> {
    const { relayMetrics, log } = this.#context
    const about = { attempt_id: attempt._id, session: setup.session_id }
    const taken = await takeSession(this.#context, attempt, address, setup)
    if (typeof taken === 'string') {
      relayMetrics.handshakes.inc({ result: taken })
      log.warn({ ...about, result: taken }, 'a session with an agent was refused')
      socket.close(policyCode)
      return null
    }
    relayMetrics.handshakes.inc({ result: 'accepted' })
    const session = new RelaySession(this.#context, taken, {
      send: (text) => {
        if (socket.readyState !== socket.OPEN) return
        if (socket.bufferedAmount > this.#bounds.unreadBytesMax) return socket.terminate()
        socket.send(text)
      },
      close: (code) => socket.close(code),
    })
    this.#sessions.get(session.attemptId)?.supersede()
    this.#sessions.set(session.attemptId, session)
    log.info({ ...about, is_first: taken.isFirst }, 'a session with an agent has begun')
    session.start(early.splice(0))
    if (this.#isStopping) session.move()
    return session
  }
}

/** The options of the websockets: bounded messages, no compression, and no list of clients beside ours. */
export const relaySocketOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: relayMessageBytesMax,
} as const
