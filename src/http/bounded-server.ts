import { Server } from 'node:http'
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { fillBacklog } from './fill-backlog.ts'

/** Limits of what connections may hold in this process ("Bounds" in docs/operating.md). */
export const connectionBounds = {
  /** Open connections; further ones are closed at once. */
  connectionsMax: 2_000,
  /** Requests that wait for an earlier request of their connection, over all connections. */
  waitingMax: 20_000,
  /** Bytes of answers that clients have not read yet, over all connections. */
  unreadBytesMax: 64 * 1_024 * 1_024,
  /** How long a connection with an open request may neither receive nor send a byte. */
  silenceMs: 60_000,
}

/** Bytes that the parser gets at once. In the worst case each 18 of them are a request. */
const sliceBytes = 1_024

/** How long the closing listener waits for a moment in which no connection is arriving. */
const closeMs = 1_000

/** How long connections that look idle stay open after it, because clients may have sent a request meanwhile. */
const lastRequestsMs = 50

/** How long after it was accepted the first byte of a connection may come, once the server closes. */
const firstByteMs = 1_000

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * An HTTP server that limits clients which send more than they read. It handles one request of a connection at a time,
 * and reads more only when no request of the connection waits. Node's own server starts every request in the 64 KB that
 * it reads at once, up to 3,600, and keeps all their answers until the client reads them.
 */
export class BoundedServer extends Server {
  readonly #handle: RequestListener
  readonly #bounds: typeof connectionBounds
  readonly #gates = new Map<Socket, Gate>()
  /** Connections with an open request, the oldest request first, with the requests that wait behind it. */
  readonly #inHand = new Map<Socket, Exchange[]>()
  #waiting = 0
  #accepted = 0
  /** Whether starting requests is suspended. */
  #isHeld = false
  /** Whether idle connections stay open. */
  #keepsIdle = false

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
   * Closes the connections that have been answered and have sent nothing since. Node's own method would also cut
   * answers that the client still reads. Clients open connections ahead of their requests: those that have never sent a
   * byte are closed once that is late.
   */
  override closeIdleConnections(): void {
    if (this.#keepsIdle) return
    for (const [socket, gate] of this.#gates) {
      if (gate.isIdle) socket.destroy()
      else if (gate.isUnused) closeUnlessUsed(socket, gate)
    }
  }

  /**
   * Accepts every connection that the system has established, then closes the listener, because closing resets those
   * not accepted. It starts no request meanwhile and waits a second at most. An iteration of the event loop accepts one
   * connection. Clients that wait for their answers in that second send further requests on connections that were idle:
   * those are read and answered before the idle connections are closed.
   */
  async closeListener(): Promise<void> {
    this.#isHeld = true
    const late = AbortSignal.timeout(closeMs)
    for (let accepted = -1; !late.aborted; await nextTurn()) {
      if (accepted === this.#accepted && (await fillBacklog(this))) break
      accepted = this.#accepted
    }
    this.#keepsIdle = true
    this.close()
    this.#isHeld = false
    for (const gate of this.#gates.values()) gate.open()
    await delay(lastRequestsMs)
    // Timers run before the sockets are read, this after it.
    await nextTurn()
    this.#keepsIdle = false
    this.closeIdleConnections()
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
    // The parser finishes its slice even if the connection was cut meanwhile.
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
      // An answer that started before the server closed did not announce that the connection closes.
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

  /**
   * Keeps the unread bytes of all connections below the limit by cutting the connections whose answers take longest.
   */
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

function closeUnlessUsed(socket: Socket, gate: Gate): void {
  const late = setTimeout(
    () => {
      if (gate.isUnused) socket.destroy()
    },
    Math.max(1, gate.acceptedAt + firstByteMs - performance.now()),
  )
  socket.once('close', () => clearTimeout(late))
}

/** Passes a connection's data on in slices, each after the previous one is parsed and while no request waits. */
class Gate {
  readonly #socket: Socket
  readonly #mayPass: () => boolean
  /** Data not passed on yet; null marks the end. Node reads more only afterwards, so it is at most 64 KB. */
  readonly #held: (Buffer | null)[] = []
  #isPassing = false
  /** Whether the last request is answered and nothing has arrived since. */
  #isIdle = false
  #isUnused = true
  readonly acceptedAt = performance.now()

  constructor(socket: Socket, mayPass: () => boolean) {
    this.#socket = socket
    this.#mayPass = mayPass
    // This listener makes the data pass through the stream; otherwise Node's parser reads the socket directly.
    socket.on('data', () => this.open())
    socket.push = (chunk: Buffer | null) => {
      this.#isIdle = false
      this.#isUnused = false
      this.#held.push(chunk)
      return this.open()
    }
  }

  get isIdle(): boolean {
    return this.#isIdle
  }

  /** Whether nothing has arrived yet. */
  get isUnused(): boolean {
    return this.#isUnused
  }

  /** Marks the connection as having no open request. */
  rest(): void {
    this.#isIdle = true
  }

  /** Passes on what it may. Returns whether more data is wanted, like `push`. */
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
