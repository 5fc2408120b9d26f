import assert from 'node:assert/strict'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createByteBudget } from './byte-budget.ts'
import type { PrivateHosts } from './private-hosts.ts'
import { forward, hostAndPort } from './proxy-forward.ts'
import { answerRaw, turnAway } from './proxy-refusal.ts'
import type { ProxyWork, BlockedRequest } from './proxy-refusal.ts'
import { tunnel } from './proxy-tunnel.ts'
import type { Resolver } from './resolver.ts'

/** A proxy for one browser. It is closed, with all its connections, by `await using`. */
export interface FilteringProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Without them it serves nobody: other programs of the machine are no browser of ours. */
  username: string
  password: string
  /** Carried in both directions since the start or the last renewal. */
  readonly bytes: number
  /** Gives the whole of `bytesMax` again, as for the next page. */
  renewBytes(): void
}

export interface FilteringProxyOptions {
  privateHosts: PrivateHosts
  lookup: Resolver
  /** In both directions together; where it is spent, all connections end and no other is made. Default: 256 MiB. */
  bytesMax?: number
  /** From the browser, at one time. Default: 64; Chromium opens up to 32. */
  connectionsMax?: number
  /** The life of a connection. Default: 5 minutes. */
  connectionMsMax?: number
  /** How long a connection may carry nothing. Default: 30 seconds. */
  idleMsMax?: number
  /** Told of everything that was asked for and not had. It may log it: there is no path in it. */
  onTurnedAway?: (turnedAway: BlockedRequest) => void
}

/**
 * Starts an HTTP proxy on loopback through which a headless browser reaches what a fetch of our own would reach, and
 * nothing else. A browser looks names up by itself, follows redirects by itself and fetches what no interception shows;
 * here every one of its connections is judged, looked up, checked and made for it.
 *
 * It carries `http` requests, each over a connection of its own, and tunnels for TLS. WebSockets in the clear don't pass:
 * neither an upgrade nor a tunnel that begins with anything but TLS.
 */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { privateHosts, lookup, onTurnedAway = () => {} } = options
  const connections = new Set<Socket>()
  const endAll = (): void => connections.forEach((socket) => socket.destroy())
  const budget = createByteBudget(options.bytesMax ?? 256 * 1024 * 1024, () => {
    onTurnedAway({ reason: 'bytes', hostname: '', port: 0 })
    endAll()
  })
  const username = 'crawl'
  const password = randomBytes(24).toString('base64url')
  const work: ProxyWork = {
    rules: { privateHosts, lookup },
    budget,
    idleMsMax: options.idleMsMax ?? 30_000,
    onTurnedAway,
  }
  const server = createServer({ maxHeaderSize: 65_536, headersTimeout: 15_000, requestTimeout: 120_000 })
  server.maxConnections = options.connectionsMax ?? 64
  server.timeout = work.idleMsMax
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    const timer = setTimeout(() => socket.destroy(), options.connectionMsMax ?? 300_000)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      connections.delete(socket)
    })
  })
  serve(server, work, keyOf(username, password))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    username,
    password,
    get bytes() {
      return budget.bytes
    },
    renewBytes: () => budget.renew(),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      endAll()
      await closed
    },
  }
}

function serve(server: Server, work: ProxyWork, key: Buffer): void {
  server.on('request', (incoming, response) => {
    if (isKnown(incoming, key)) return void forward(incoming, response, work)
    response.writeHead(407, { 'Proxy-Authenticate': challenge, 'Content-Length': 0 }).end()
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    if (isKnown(incoming, key)) return void tunnel(incoming.url ?? '', { client, head }, work)
    answerRaw(client, 407, { 'Proxy-Authenticate': challenge })
  })
  server.on('upgrade', (incoming: IncomingMessage, client: Socket) => {
    if (isKnown(incoming, key)) turnAway({ reason: 'upgrade', ...hostAndPort(incoming) }, work)
    answerRaw(client, 403, {})
  })
}

const challenge = 'Basic realm="crawl"'

/** Compared as hashes, which are of one length. */
function keyOf(username: string, password: string): Buffer {
  return hash(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
}

function isKnown(incoming: IncomingMessage, key: Buffer): boolean {
  return timingSafeEqual(hash(incoming.headers['proxy-authorization'] ?? ''), key)
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function portOf(server: Server): number {
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return address.port
}
