import { Agent } from 'node:http'
import type { ClientRequest, ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectChecked } from './checked-connection.ts'
import type { ConnectionRules, Failure } from './checked-connection.ts'
import { secure } from './secure.ts'
import type { BlockedTarget, Target } from './target.ts'

/** How long a connection is used after it was made. */
export const keptMs = 30_000
/** A connection that is not made within this time fails, whatever the request waits for. */
const connectMsMax = 15_000
const idlePerKeyMax = 10

/** No connection was made, so nothing was sent. */
export class NotConnected extends Error {
  override name = 'NotConnected'
  readonly outcome: BlockedTarget | Failure
  constructor(outcome: BlockedTarget | Failure) {
    super(outcome.detail)
    this.outcome = outcome
  }
}

/** Where connections lead, and what they trust. */
export interface KeptTarget {
  target: Target
  isSecure: boolean
  rules: ConnectionRules
  /** Certificates to trust instead of the usual ones. */
  ca: string | undefined
}

/**
 * Connections to one target. Each is checked when it is made, as for a single request; its address can't change later.
 * It takes further requests for 30 s from then on.
 */
export class CheckedAgent extends Agent {
  readonly #to: KeptTarget
  readonly #until = new WeakMap<object, number>()
  readonly #idleTimers = new WeakMap<object, NodeJS.Timeout>()

  constructor(to: KeptTarget) {
    super({ keepAlive: true, maxFreeSockets: idlePerKeyMax })
    this.#to = to
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const settle = callback as (error: Error | null, stream?: Duplex) => void // Node passes none with an error.
    this.#connect().then(
      (outcome) => {
        if (outcome.kind !== 'connected') return settle(new NotConnected(outcome))
        this.#until.set(outcome.socket, performance.now() + keptMs)
        settle(null, outcome.socket)
      },
      (error: Error) => settle(error),
    )
  }

  async #connect(): Promise<{ kind: 'connected'; socket: Socket } | BlockedTarget | Failure> {
    const { target, isSecure, rules, ca } = this.#to
    const signal = AbortSignal.timeout(connectMsMax)
    const connected = await connectChecked(target, rules, signal)
    if (connected.kind !== 'connected' || !isSecure) return connected
    return secure(connected.socket, { hostname: target.hostname, ca }, signal)
  }

  /** Called when a request has ended; false closes the connection. */
  override keepSocketAlive(stream: Duplex): boolean {
    const leftMs = (this.#until.get(stream) ?? 0) - performance.now()
    // The inherited method is typed as if it returned nothing.
    if (leftMs <= 0 || (super.keepSocketAlive(stream) as unknown) === false) return false
    this.#idleTimers.set(stream, setTimeout(() => stream.destroy(), leftMs).unref())
    return true
  }

  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    clearTimeout(this.#idleTimers.get(stream))
    super.reuseSocket(stream, request)
  }
}
