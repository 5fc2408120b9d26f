import { Agent, request as httpRequest } from 'node:http'
import type { AgentOptions, ClientRequest, ClientRequestArgs } from 'node:http'
import type { Duplex } from 'node:stream'
import { connectChecked } from '../../web/guard/checked-connection.ts'
import type { ConnectionRules, Failure } from '../../web/guard/checked-connection.ts'
import { secure } from '../../web/guard/secure.ts'
import { readTarget } from '../../web/guard/target.ts'
import type { BlockedTarget } from '../../web/guard/target.ts'

/** How connections to models are made. */
export interface ConnectionOptions extends ConnectionRules {
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined
}

/** The connections of a process to its models, kept open between requests. */
export interface Connections {
  /**
   * Begins a POST. Returns a refusal where the address may not be reached at all. A connection that fails gives the
   * request an `error` event, with a `ConnectionFault` where the guard refused or could not connect.
   */
  post: (address: string, headers: Record<string, string>) => ClientRequest | BlockedTarget
  close: () => void
}

/** Why no connection was made. */
export class ConnectionFault extends Error {
  override name = 'ConnectionFault'
  readonly outcome: BlockedTarget | Failure
  constructor(outcome: BlockedTarget | Failure) {
    super(outcome.detail)
    this.outcome = outcome
  }
}

/** The look-up, the connection and TLS together. */
const connectMsMax = 5_000
/** Providers close idle connections after a minute or more; those that announce less are heeded. */
const idleMsMax = 30_000
const socketsMax = 2_000
const idleSocketsMax = 200

/**
 * Creates the connections. Each goes to an address that was checked for it (the operator opens private hosts), and
 * serves many requests. Plain HTTP goes to opened hosts only, since keys and what customers say would be readable on
 * the way.
 */
export function createConnections(options: ConnectionOptions): Connections {
  const agents = {
    'http:': new GuardedAgent(options, { isSecure: false }),
    'https:': new GuardedAgent(options, { isSecure: true }),
  }
  return {
    post: (address, headers) => {
      const target = readTarget(address, options.privateHosts)
      if (target.kind === 'refused') return target
      const { url, hostname, port } = target
      if (url.protocol === 'http:' && !options.privateHosts.has(hostname, port))
        return { kind: 'refused', reason: 'scheme', detail: 'http is for hosts of MODEL_PRIVATE_HOSTS only' }
      return httpRequest({
        agent: agents[url.protocol === 'http:' ? 'http:' : 'https:'],
        method: 'POST',
        host: hostname,
        port,
        path: url.pathname + url.search,
        setHost: false,
        headers: { ...headers, host: url.host },
        insecureHTTPParser: false,
      })
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

const agentOptions: AgentOptions = {
  keepAlive: true,
  timeout: idleMsMax,
  maxSockets: socketsMax,
  maxFreeSockets: idleSocketsMax,
}

/** Makes connections through the guard of untrusted addresses, so that no second look-up leads elsewhere. */
class GuardedAgent extends Agent {
  readonly #options: ConnectionOptions
  readonly #isSecure: boolean

  constructor(options: ConnectionOptions, { isSecure }: { isSecure: boolean }) {
    super(agentOptions)
    this.#options = options
    this.#isSecure = isSecure
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    void this.#connectFor(String(host), Number(port), callback)
    return undefined
  }

  async #connectFor(
    host: string,
    port: number,
    callback: ((error: Error | null, stream: Duplex) => void) | undefined,
  ): Promise<void> {
    let socket: Duplex
    try {
      socket = await this.#connect(host, port)
    } catch (error) {
      // Node passes the error on and looks at no stream beside it.
      return callback?.(error as Error, undefined as unknown as Duplex)
    }
    callback?.(null, socket)
  }

  async #connect(hostname: string, port: number): Promise<Duplex> {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), connectMsMax)
    try {
      const target = { kind: 'target', hostname, port } as const
      const connected = await connectChecked(target, this.#options, ending.signal)
      if (connected.kind !== 'connected') throw new ConnectionFault(connected)
      if (!this.#isSecure) return connected.socket
      const secured = await secure(connected.socket, { hostname, ca: this.#options.ca }, ending.signal)
      if (secured.kind !== 'connected') throw new ConnectionFault(secured)
      return secured.socket
    } finally {
      clearTimeout(timer)
    }
  }
}
