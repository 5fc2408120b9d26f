import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { resolverOf, watchConnections } from '../../../../test/support/connections.ts'
import { hostileAddresses, hostileNames } from '../../../../test/support/hostile-addresses.ts'
import { loopbackCertificate } from '../../../../test/support/loopback-certificate.ts'
import { startCarrier, startListener } from '../../../../test/support/scripted-carrier.ts'
import { startFilteringProxy } from './filtering-proxy.ts'
import type { FilteringProxy, FilteringProxyOptions } from './filtering-proxy.ts'
import { privateHostsOf } from './private-hosts.ts'
import type { BlockedRequest } from './proxy-refusal.ts'

/** Starts a proxy that may reach every port of `open.test` on loopback, and records what it blocks. */
async function startProxy(options: Partial<FilteringProxyOptions> = {}) {
  const blocked: BlockedRequest[] = []
  const proxy = await startFilteringProxy({
    privateHosts: privateHostsOf(['open.test']),
    lookup: resolverOf({ ...hostileNames, 'open.test': ['127.0.0.1'] }).lookup,
    onBlocked: (event) => blocked.push(event),
    ...options,
  })
  return Object.assign(proxy, { blocked })
}

function keyTo({ username, password }: FilteringProxy): string {
  const key = Buffer.from(`${username}:${password}`).toString('base64')
  return `Proxy-Authorization: Basic ${key}\r\n`
}

function connectTo(proxy: FilteringProxy): Socket {
  // These tests accept both an end and a reset of the connection.
  return connect(Number(new URL(proxy.url).port), '127.0.0.1').on('error', () => {})
}

/** Resolves once the connection has closed; call it before that. Other than `once`, it takes a reset for an end. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Sends bytes and returns everything that comes back until the proxy closes the connection. */
async function send(proxy: FilteringProxy, text: string): Promise<string> {
  const socket = connectTo(proxy)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.write(text)
  await closeOf(socket)
  return answer
}

function request(proxy: FilteringProxy, url: string, head = '', body = ''): Promise<string> {
  const method = body === '' ? 'GET' : 'POST'
  return send(
    proxy,
    `${method} ${url} HTTP/1.1\r\nHost: x\r\n${keyTo(proxy)}Connection: close\r\n${head}\r\n${body}`,
  )
}

/**
 * Sends a `CONNECT` and returns the beginning of the response, the connection and its end, which may come before the
 * response where the process stands still for longer than the proxy allows.
 */
async function openTunnel(
  proxy: FilteringProxy,
  authority: string,
): Promise<{ socket: Socket; answer: string; closed: Promise<void> }> {
  const socket = connectTo(proxy)
  const closed = closeOf(socket)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${keyTo(proxy)}\r\n`)
  const first = new Promise<string>((resolve) =>
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1'))),
  )
  return { socket, answer: await Promise.race([first, closed.then(() => '')]), closed }
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

test('no request for a hostile address leads to a connection', { timeout: 300_000 }, async () => {
  await using proxy = await startProxy()
  const { port } = new URL(proxy.url)
  using watch = watchConnections()
  for (const url of Object.values(hostileAddresses).flat()) {
    const answer = await request(proxy, url)
    // The parser closes connections that are not HTTP (0) or responds with 400.
    assert([0, 400, 403].includes(statusOf(answer)), `${url} ${answer}`)
    assert(statusOf(answer) !== 403 || answer.includes('Proxy-Status: switchboard; error='), url)
    assert.deepEqual(new Set(watch.attempts), new Set([`127.0.0.1 ${port}`]), url)
  }
  assert(proxy.blocked.length > 150)
})

test('no tunnel to a hostile address leads to a connection', { timeout: 300_000 }, async () => {
  await using proxy = await startProxy()
  const { port } = new URL(proxy.url)
  using watch = watchConnections()
  for (const url of Object.values(hostileAddresses).flat()) {
    const host = /^[a-z+-]+:[/\\]*([^/\\?#]*)/i.exec(url.trim())?.[1] ?? url
    const authority = /:\d+$/.test(host) ? host : `${host}:443`
    // This authority is the public site itself, without a hostile port.
    if (/^[\w.]+:443$/.test(authority) && authority.startsWith('site.example')) continue
    const text = `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${keyTo(proxy)}\r\n`
    const status = statusOf(await send(proxy, text))
    assert([0, 400, 403, 502].includes(status), `${authority} ${status}`)
    assert.deepEqual(new Set(watch.attempts), new Set([`127.0.0.1 ${port}`]), authority)
  }
  assert(proxy.blocked.length > 150)
})

test('a name whose second DNS answer is private is never connected to that address', async () => {
  // 2d00::/8 is not allocated.
  const answers = [['127.0.0.1'], ['2d00::1', '127.0.0.1'], ['::1'], ['::1']]
  let asked = 0
  await using proxy = await startProxy({ lookup: () => Promise.resolve(answers[asked++] ?? []) })
  const { port } = new URL(proxy.url)
  using watch = watchConnections()
  assert.equal(statusOf(await request(proxy, 'http://flip.example/')), 403)
  assert.equal(statusOf(await request(proxy, 'http://flip.example/')), 403)
  const { answer } = await openTunnel(proxy, 'flip.example:443')
  assert.equal(statusOf(answer), 403)
  assert.equal(asked, 3)
  assert.deepEqual(new Set(watch.attempts), new Set([`127.0.0.1 ${port}`]))
  assert.deepEqual(proxy.blocked[0], { reason: 'private_address', hostname: 'flip.example', port: 80 })
})

test('a request without the credentials gets 407', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  await using proxy = await startProxy()
  const authority = `open.test:${new URL(server.url).port}`
  const wrong = Buffer.from(`${proxy.username}:wrong`).toString('base64')
  const keys = ['', `Proxy-Authorization: Basic ${wrong}\r\n`, `Authorization: Basic ${wrong}\r\n`]
  for (const key of [...keys, keyTo(proxy).replace('Basic', 'Bearer')])
    for (const line of [`GET http://${authority}/`, `CONNECT ${authority}`]) {
      const answer = await send(proxy, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`)
      assert.equal(statusOf(answer), 407)
      assert.match(answer, /Proxy-Authenticate: Basic/)
    }
  assert.equal(server.requests.length, 0)
})

test('a request and its response are forwarded without the fields for the proxy', async () => {
  await using server = await startCarrier((socket) =>
    socket.end(
      'HTTP/1.1 302 -\r\nLocation: http://127.0.0.1/\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nProxy-Status: forged\r\nConnection: X-Hop\r\nX-Hop: z\r\nContent-Length: 5\r\n\r\nmoved',
    ),
  )
  await using proxy = await startProxy()
  const authority = `open.test:${new URL(server.url).port}`
  const head = 'Content-Length: 5\r\nCookie: c=3\r\nX-Own: y\r\nTE: trailers\r\n'
  const answer = await request(proxy, `http://${authority}/a?b#c`, head, 'hello')
  assert.equal(statusOf(answer), 302)
  assert.match(answer, /location: http:\/\/127\.0\.0\.1\/\r\n/i)
  assert.match(answer, /a=1\r\nset-cookie: b=2\r\n/i)
  assert.match(answer, /\r\n\r\nmoved$/)
  assert.doesNotMatch(answer, /forged|x-hop/i)
  assert.deepEqual(server.requests, [
    {
      method: 'POST',
      path: '/a?b',
      headers: { host: authority, cookie: 'c=3', 'x-own': 'y', 'content-length': '5', connection: 'close' },
      body: 'hello',
    },
  ])
  assert(proxy.bytes >= 10)
})

test('a tunnel carries TLS to the host that it names', async () => {
  await using server = await startCarrier(
    (socket) => socket.end('HTTP/1.1 200 -\r\n\r\nsafe'),
    loopbackCertificate,
  )
  await using proxy = await startProxy({
    privateHosts: privateHostsOf(['localhost']),
    lookup: resolverOf({ localhost: ['127.0.0.1'] }).lookup,
  })
  const { socket, answer } = await openTunnel(proxy, `localhost:${new URL(server.url).port}`)
  assert.equal(statusOf(answer), 200)
  const secured = connectTls({ socket, servername: 'localhost', ca: loopbackCertificate.cert })
  secured.write('GET /inside HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [chunk] = (await once(secured, 'data')) as [Buffer]
  assert.match(chunk.toString(), /safe$/)
  assert.equal(server.requests[0]?.path, '/inside')
  assert(proxy.bytes > 500)
})

test('a tunnel carries nothing but TLS, and none leads to port 80', async () => {
  let bytes = 0
  await using listener = await startListener((socket) =>
    socket.on('data', (chunk) => (bytes += chunk.length)),
  )
  await using proxy = await startProxy()
  const authority = `open.test:${new URL(listener.url).port}`
  const { socket, answer } = await openTunnel(proxy, authority)
  assert.equal(statusOf(answer), 200)
  socket.write('GET /chat HTTP/1.1\r\nHost: open.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  await once(socket, 'close')
  const early = await send(proxy, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${keyTo(proxy)}\r\nEHLO x\r\n`)
  assert.equal(statusOf(early), 200)
  const port80 = await openTunnel(proxy, 'site.example:80')
  assert.equal(statusOf(port80.answer), 403)
  assert.equal(bytes, 0)
  assert.deepEqual(
    proxy.blocked.map(({ reason }) => reason),
    ['plain_tunnel', 'plain_tunnel', 'port'],
  )
})

test('upgrades, and requests that are not for a proxy, are refused', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  await using proxy = await startProxy()
  const { port } = new URL(server.url)
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n'
  const url = `http://open.test:${port}/`
  const key = keyTo(proxy)
  const answers = [
    await send(proxy, `GET ${url} HTTP/1.1\r\nHost: x\r\n${key}${upgrade}\r\n`),
    await request(proxy, '/path'),
    await request(proxy, `https://open.test:${port}/`),
    await request(proxy, `ws://open.test:${port}/`),
    await send(proxy, `OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}\r\n`),
  ]
  assert.deepEqual(answers.map(statusOf), [403, 403, 403, 403, 403])
  assert.equal(server.requests.length, 0)
  assert.deepEqual(
    proxy.blocked.map(({ reason }) => reason),
    ['upgrade', 'bad_url', 'scheme', 'scheme', 'bad_url'],
  )
})

test('invalid HTTP responses and unreachable sites become errors of the proxy', async () => {
  let text = ''
  await using server = await startCarrier((socket) => socket.end(text))
  await using proxy = await startProxy()
  const url = `http://open.test:${new URL(server.url).port}/`
  const bad = ['', 'SSH-2.0\r\n', 'HTTP/1.1 099 -\r\n\r\n', 'HTTP/1.1 999 -\r\n\r\n', 'HTTP/1.1 200 -\r\nX']
  for (text of [...bad, 'HTTP/1.1 101 -\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'])
    assert.equal(statusOf(await request(proxy, url)), 502, text)
  assert.equal(statusOf(await request(proxy, 'http://unknown.example/')), 502)
  const closed = await startCarrier(() => {})
  await closed[Symbol.asyncDispose]()
  assert.equal(statusOf(await request(proxy, closed.url.replace('127.0.0.1', 'open.test'))), 502)
  // The browser can see that a body was cut: the length is missing bytes.
  text = 'HTTP/1.1 200 -\r\nContent-Length: 9\r\n\r\nhello'
  const cut = await request(proxy, url)
  assert.match(cut, /content-length: 9/i)
  assert.match(cut, /hello$/)
})

test('a spent byte budget ends all connections until it is renewed', { timeout: 300_000 }, async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using server = await startCarrier((socket, { path }) => {
    if (path === '/small') return void socket.end('HTTP/1.1 200 -\r\nContent-Length: 5\r\n\r\nsmall')
    socket.once('close', () => resolve())
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', more).write('HTTP/1.1 200 -\r\n\r\n')
    more()
  })
  await using proxy = await startProxy({ bytesMax: 1_000_000 })
  const authority = `open.test:${new URL(server.url).port}`
  const endless = await request(proxy, `http://${authority}/endless`)
  assert(endless.length < 2_000_000)
  await closed
  assert.equal(statusOf(await request(proxy, `http://${authority}/small`)), 403)
  assert.equal(statusOf((await openTunnel(proxy, authority)).answer), 403)
  proxy.renewBytes()
  assert.match(await request(proxy, `http://${authority}/small`), /small$/)
  assert.deepEqual(new Set(proxy.blocked.map(({ reason }) => reason)), new Set(['bytes']))
})

test('connections are limited in number, idle time and duration', { timeout: 300_000 }, async () => {
  await using listener = await startListener(() => {})
  const authority = `open.test:${new URL(listener.url).port}`
  await using few = await startProxy({ connectionsMax: 2 })
  const open = [await openTunnel(few, authority), await openTunnel(few, authority)]
  assert.deepEqual(
    open.map(({ answer }) => statusOf(answer)),
    [200, 200],
  )
  assert.equal(await send(few, 'GET http://open.test/ HTTP/1.1\r\n\r\n'), '')
  await using silent = await startProxy({ idleMsMax: 1_000 })
  const idle = await openTunnel(silent, authority)
  await idle.closed
  await using brief = await startProxy({ connectionMsMax: 1_000 })
  const busy = await openTunnel(brief, authority)
  // The connection is never idle, so only its age can end it.
  const timer = setInterval(() => busy.socket.write(Buffer.of(0x16)), 20)
  await busy.closed
  clearInterval(timer)
})

test('the connection to the site ends with that of the browser', { timeout: 300_000 }, async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using listener = await startListener((socket) => socket.once('close', () => resolve()))
  await using proxy = await startProxy()
  const { socket } = await openTunnel(proxy, `open.test:${new URL(listener.url).port}`)
  socket.destroy()
  await closed
})
