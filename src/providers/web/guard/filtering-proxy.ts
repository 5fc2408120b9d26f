import assert from 'node:assert/strict'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createByteBudget } from './byte-budget.ts'
import type { PrivateHosts } from './private-hosts.ts'
import { forward, hostAndPort } from './proxy-forward.ts'
import { answerRaw, blockRequest } from './proxy-refusal.ts'
import type { ProxyWork, BlockedRequest } from './proxy-refusal.ts'
import { tunnel } from './proxy-tunnel.ts'
import type { Resolver } from './resolver.ts'

/** A proxy for one browser. `await using` closes it with all its connections. */
export interface FilteringProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Credentials that every request must have, because other programs on the machine can reach the port too. */
  username: string
  password: string
  /** Bytes in both directions since the start or the last renewal. */
  readonly bytes: number
  /** Resets the byte budget, for the next page. */
  renewBytes(): void
}

export interface FilteringProxyOptions {
  privateHosts: PrivateHosts
  lookup: Resolver
  /** Both directions together. When it is spent, all connections end and no new one opens. Default: 256 MiB. */
  bytesMax?: number
  /** Concurrent connections from the browser. Default: 64; Chromium opens up to 32. */
  connectionsMax?: number
  /** How long a connection may last. Default: 5 minutes. */
  connectionMsMax?: number
  /** How long a connection may be idle. Default: 30 seconds. */
  idleMsMax?: number
  /** Called for each request that was blocked or failed. Its argument has no path, so that it may be logged. */
  onBlocked?: (blocked: BlockedRequest) => void
}

/**
 * Starts an HTTP proxy on loopback. Through it a headless browser reaches the same targets as our own fetches, and no
 * others. A browser resolves names, follows redirects and makes requests that interception does not show; so the proxy
 * checks, resolves and opens each of its connections.
 *
 * It forwards `http` requests, each over its own connection, and tunnels TLS. Unencrypted WebSockets do not pass: it
 * refuses upgrades, and tunnels that begin with anything but TLS.
 */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { privateHosts, lookup, onBlocked = () => {} } = options
  const connections = new Set<Socket>()
  const endAll = (): void => connections.forEach((socket) => socket.destroy())
  const budget = createByteBudget(options.bytesMax ?? 256 * 1024 * 1024, () => {
    onBlocked({ reason: 'bytes', hostname: '', port: 0 })
    endAll()
  })
  const username = 'crawl'
  const password = randomBytes(24).toString('base64url')
  const work: ProxyWork = {
    rules: { privateHosts, lookup },
    budget,
    idleMsMax: options.idleMsMax ?? 30_000,
    onBlocked,
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
    if (isKnown(incoming, key)) blockRequest({ reason: 'upgrade', ...hostAndPort(incoming) }, work)
    answerRaw(client, 403, {})
  })
}

const challenge = 'Basic realm="crawl"'

/** Hashes the credentials: `timingSafeEqual` needs texts of one length. */
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
