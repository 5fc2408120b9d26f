import { Server } from 'node:http'
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fillBacklog } from './fill-backlog.ts'

/** What connections may hold of this process ("Bounds" in docs/operating.md). */
export const connectionBounds = {
  /** Open connections; further ones are closed at once. */
  connectionsMax: 2_000,
  /** Requests that wait for an earlier one of their connection, over all connections. */
  waitingMax: 20_000,
  /** Bytes of answers that clients have not taken yet, over all connections. */
  unreadBytesMax: 64 * 1_024 * 1_024,
  /** How long a connection with a request in hand may neither take nor send a byte. */
  silenceMs: 60_000,
}

/** Bytes that the parser gets at once; it makes a request of each 18 of them, at worst. */
const sliceBytes = 1_024

/** How long the listener waits at its end for a moment in which no connection is on its way into it. */
const closeMs = 1_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * An HTTP server for clients that send more than they read. It handles one request of a connection at a time, and reads on
 * only when no request of the connection waits. Node's own server begins every request of the 64 KB that it reads at once,
 * up to 3,600, and keeps all their answers until the client takes them.
 */
export class BoundedServer extends Server {
  readonly #handle: RequestListener
  readonly #bounds: typeof connectionBounds
  readonly #gates = new Map<Socket, Gate>()
  /** Connections with a request in hand, the one that began first in front, with the requests that wait behind it. */
  readonly #inHand = new Map<Socket, Exchange[]>()
  #waiting = 0
  #accepted = 0
  /** Whether no request is begun at the moment. */
  #isHeld = false

  constructor(options: ServerOptions, handle: RequestListener, bounds = connectionBounds) {
    super(options)
    this.#handle = handle
    this.#bounds = bounds
    this.maxConnections = bounds.connectionsMax
    this.timeout = bounds.silenceMs
    this.on('connection', (socket) => this.#watch(socket))
    this.on('request', (request, response) => this.#receive({ request, response }))
  }

  /**
   * Closes the connections that have been answered and have sent nothing since. Node's own would also cut answers that
   * the client still reads.
   */
  override closeIdleConnections(): void {
    for (const [socket, gate] of this.#gates) if (gate.isIdle) socket.destroy()
  }

  /**
   * Closes the listener once every connection that the system has made is accepted, since the close resets the others; begins
   * no request meanwhile, and waits a second at most. A turn of the event loop accepts one connection.
   */
  async closeListener(): Promise<void> {
    this.#isHeld = true
    const late = AbortSignal.timeout(closeMs)
    for (let accepted = -1; !late.aborted; await nextTurn()) {
      if (accepted === this.#accepted && (await fillBacklog(this))) break
      accepted = this.#accepted
    }
    this.close()
    this.#isHeld = false
    for (const gate of this.#gates.values()) gate.open()
  }

  #watch(socket: Socket): void {
    this.#accepted += 1
    const gate = new Gate(socket, () => !this.#isHeld && (this.#inHand.get(socket) ?? []).length === 0)
    this.#gates.set(socket, gate)
    socket.once('close', () => this.#gates.delete(socket))
  }

  #receive(exchange: Exchange): void {
    const { socket } = exchange.request
    const waiting = this.#inHand.get(socket)
    if (waiting === undefined) return this.#begin(socket, exchange, [])
    // The parser goes on to the end of its slice, even if the connection has been cut meanwhile.
    if (socket.destroyed) return
    waiting.push(exchange)
    this.#waiting += 1
    if (this.#waiting > this.#bounds.waitingMax) socket.destroy()
  }

  #begin(socket: Socket, { request, response }: Exchange, waiting: Exchange[]): void {
    this.#cutUnread()
    this.#inHand.delete(socket)
    this.#inHand.set(socket, waiting)
    response.once('close', () => this.#end(socket, waiting))
    this.#handle(request, response)
  }

  #end(socket: Socket, waiting: Exchange[]): void {
    if (socket.destroyed || waiting.length === 0) {
      this.#waiting -= waiting.length
      this.#inHand.delete(socket)
      // An answer that began before the server was closed did not tell the client that it is the last.
      if (!this.listening) socket.end()
    } else {
      this.#waiting -= 1
      this.#begin(socket, waiting.shift()!, waiting)
    }
    const gate = this.#gates.get(socket)
    if (gate === undefined) return
    if (!this.#inHand.has(socket)) gate.rest()
    gate.open()
  }

  /** Keeps the unread bytes of all connections below their bound: cuts those that are at their answer for the longest time. */
  #cutUnread(): void {
    let unread = 0
    for (const socket of this.#inHand.keys()) unread += socket.writableLength
    for (const socket of this.#inHand.keys()) {
      if (unread <= this.#bounds.unreadBytesMax) return
      unread -= socket.writableLength
      if (socket.writableLength > 0) socket.destroy()
    }
  }
}

/** Passes on what arrives at a connection in slices, each once the one before is parsed and no request waits. */
class Gate {
  readonly #socket: Socket
  readonly #mayPass: () => boolean
  /** What has arrived and is not passed on yet; null is the end. Node reads on once it is passed, so it is 64 KB at most. */
  readonly #held: (Buffer | null)[] = []
  #isPassing = false
  /** Whether the last request has been answered, and nothing has come since. */
  #isIdle = false

  constructor(socket: Socket, mayPass: () => boolean) {
    this.#socket = socket
    this.#mayPass = mayPass
    // With this listener the bytes come through the stream; without one Node's parser takes them past it.
    socket.on('data', () => this.open())
    socket.push = (chunk: Buffer | null) => {
      this.#isIdle = false
      this.#held.push(chunk)
      return this.open()
    }
  }

  get isIdle(): boolean {
    return this.#isIdle
  }

  /** Notes that the connection has no request in hand. */
  rest(): void {
    this.#isIdle = true
  }

  /** Passes on what it may; returns whether more is wanted, as `push` does. */
  open(): boolean {
    let isMoreWanted = false
    if (this.#isPassing) return isMoreWanted
    this.#isPassing = true
    while (this.#held.length > 0 && this.#socket.readableLength === 0 && this.#mayPass())
      isMoreWanted = this.#pass()
    this.#isPassing = false
    return isMoreWanted
  }

  #pass(): boolean {
    this.#isIdle = false
    const [chunk] = this.#held
    if (chunk && chunk.length > sliceBytes) {
      this.#held[0] = chunk.subarray(sliceBytes)
      return Socket.prototype.push.call(this.#socket, chunk.subarray(0, sliceBytes))
    }
    this.#held.shift()
    return Socket.prototype.push.call(this.#socket, chunk)
  }
}
