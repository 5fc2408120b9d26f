import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { resolverOf, watchConnections } from '../../../../test/support/connections.ts'
import { hostileAddresses, hostileNames } from '../../../../test/support/hostile-addresses.ts'
import { loopbackCertificate } from '../../../../test/support/loopback-certificate.ts'
import { resolverAt, startNameServer } from '../../../../test/support/name-server.ts'
import { startCarrier } from '../../../../test/support/scripted-carrier.ts'
import { privateHostsOf } from './private-hosts.ts'
import { createWebFetch } from './web-fetch.ts'
import type { WebFetch } from './web-fetch.ts'

const userAgent = 'SwitchboardBot/1.0 (+https://switchboard.example/bot)'
const limits = { bytesMax: 100_000, timeoutMs: 30_000, redirectsMax: 5 }

/** Returns a fetch for which `open.test` is a site on loopback at the port of `server`; `url` points there. */
function openTo(server: { url: string }, names: Record<string, readonly string[]> = {}) {
  const { port } = new URL(server.url)
  const { lookup, asked } = resolverOf({ 'open.test': ['127.0.0.1'], ...names })
  const webFetch = createWebFetch({ privateHosts: privateHostsOf([`open.test:${port}`]), userAgent, lookup })
  return { webFetch, asked, port, url: `http://open.test:${port}` }
}

const closedFetch = (): WebFetch =>
  createWebFetch({ privateHosts: privateHostsOf([]), userAgent, lookup: resolverOf(hostileNames).lookup })

test('no hostile address leads to a connection', async () => {
  const webFetch = closedFetch()
  using watch = watchConnections()
  for (const [reason, urls] of Object.entries(hostileAddresses))
    for (const url of urls) {
      const answer = await webFetch({ url, ...limits })
      assert.deepEqual({ ...answer, detail: '' }, { kind: 'refused', reason, detail: '' }, url)
      assert.deepEqual(watch.attempts, [], url)
    }
})

test('names that nobody answers for one tenant leave look-ups for another', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 204 -\r\n\r\n'))
  await using names = await startNameServer({ 'open.test': ['127.0.0.1'] })
  const lookup = resolverAt(names, { timeoutMs: 60_000, lookUpsMax: 10 })
  const { port } = new URL(server.url)
  const webFetch = createWebFetch({ privateHosts: privateHostsOf([`open.test:${port}`]), userAgent, lookup })
  const giving = new AbortController()
  let ended = 0
  const silent = Array.from({ length: 20 }, async (_, index) => {
    const asked = { url: `https://silent-${index}.example/`, tenant: 'first', signal: giving.signal }
    const { kind } = await webFetch({ ...asked, ...limits })
    ended++
    return kind
  })
  const answer = await webFetch({ url: `http://open.test:${port}/`, ...limits, tenant: 'second' })
  assert.deepEqual([answer.kind, ended], ['answered', 0])
  giving.abort()
  assert.deepEqual(new Set(await Promise.all(silent)), new Set(['failed']))
})

test('no redirect to a hostile address leads to a connection', async () => {
  let location = ''
  await using server = await startCarrier((socket) =>
    socket.end(`HTTP/1.1 302 -\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
  )
  const { webFetch, port, url } = openTo(server, hostileNames)
  // In a redirect, a URL with an empty host is relative, and a header cannot contain line breaks.
  const relative = /^(http:\/\/)?$|^http:[^/]|^http:\/[^/]|[\n\t]/
  for (const [reason, urls] of Object.entries(hostileAddresses))
    for (const target of urls.filter((target) => !relative.test(target))) {
      location = target
      using watch = watchConnections()
      const answer = await webFetch({ url, ...limits })
      assert.deepEqual({ ...answer, detail: '' }, { kind: 'refused', reason, detail: '' }, target)
      assert.deepEqual(watch.attempts, [`127.0.0.1 ${port}`], target)
    }
})

test('a name whose second DNS answer is private is never connected to that address (Promise 46)', async () => {
  // 2d00::/8 is not allocated: a connection to the first answer fails or hangs on any machine.
  const answers = [['2d00::1'], ['127.0.0.1'], ['127.0.0.1']]
  let asked = 0
  const lookup = () => Promise.resolve(answers[asked++] ?? [])
  const webFetch = createWebFetch({ privateHosts: privateHostsOf([]), userAgent, lookup })
  using watch = watchConnections()
  const first = await webFetch({ url: 'http://flip.example/', ...limits, timeoutMs: 3_000 })
  assert.equal(first.kind, 'failed')
  assert.equal(asked, 1)
  const second = await webFetch({ url: 'http://flip.example/', ...limits })
  assert.equal(second.kind, 'refused')
  assert.deepEqual(watch.attempts, ['2d00::1 80'])
})

test('an opened host may have any private address, but not that of a cloud’s metadata', async () => {
  const names = { 'wiki.corp': ['169.254.169.254'], 'docs.corp': ['10.0.0.1', '::ffff:100.100.100.200'] }
  const { lookup } = resolverOf(names)
  const privateHosts = privateHostsOf(['wiki.corp', 'docs.corp', '169.254.169.254'])
  const webFetch = createWebFetch({ privateHosts, userAgent, lookup })
  using watch = watchConnections()
  for (const url of ['http://wiki.corp/', 'http://docs.corp:8080/', 'http://169.254.169.254/'])
    assert.equal((await webFetch({ url, ...limits })).kind, 'refused', url)
  assert.deepEqual(watch.attempts, [])
})

test('an opened host is opened by its name only', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  const { webFetch, port, url } = openTo(server, { 'other.test': ['127.0.0.1'] })
  assert.equal((await webFetch({ url, ...limits })).kind, 'answered')
  for (const host of [`other.test:${port}`, 'open.test', `127.0.0.1:${port}`, `a.open.test:${port}`])
    assert.equal((await webFetch({ url: `http://${host}/`, ...limits })).kind, 'refused', host)
  assert.equal(server.requests.length, 1)
})

test('the request has our User-Agent, and goes to the checked address with its own Host', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  const { webFetch, asked, port, url } = openTo(server)
  using watch = watchConnections()
  const headers = { 'If-None-Match': '"1"', host: 'evil.test', 'user-agent': 'Mozilla/5.0' }
  await webFetch({ url: `${url}/a/../b%20c?d=e&f#g`, headers, ...limits })
  const [request] = server.requests
  assert.equal(`${request?.method} ${request?.path}`, 'GET /b%20c?d=e&f')
  assert.deepEqual(request?.headers, {
    host: `open.test:${port}`,
    'user-agent': userAgent,
    'if-none-match': '"1"',
    'accept-encoding': 'gzip, deflate, br, zstd',
    connection: 'close',
  })
  assert.deepEqual(asked, ['open.test'])
  assert.deepEqual(watch.attempts, [`127.0.0.1 ${port}`])
})

test('a response of any status is returned with headers, body and size', async () => {
  await using server = await startCarrier((socket) =>
    socket.end(
      'HTTP/1.1 404 -\r\nETag: "x"\r\nVary: a\r\nvary: b\r\nSet-Cookie: a=b\r\nContent-Length: 4\r\n\r\ngone',
    ),
  )
  const { webFetch, url } = openTo(server)
  const answer = await webFetch({ url: `${url}/x#y`, ...limits })
  assert(answer.kind === 'answered')
  const { body, headers, ...rest } = answer
  assert.deepEqual(rest, { kind: 'answered', url: `${url}/x`, status: 404, bytes: 4, isCut: false })
  assert.equal(body.toString(), 'gone')
  assert.deepEqual(
    new Map(Object.entries(headers)),
    new Map([
      ['etag', '"x"'],
      ['vary', 'a, b'],
      ['content-length', '4'],
    ]),
  )
})

test('bodies are unpacked in each requested coding', async () => {
  const text = 'Every sentence of this page comes more than once. '.repeat(1_000)
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(text),
    'X-GZIP': gzipSync(text),
    deflate: deflateSync(text),
    'deflate ': deflateRawSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    identity: Buffer.from(text),
  }
  for (const [coding, body] of Object.entries(packed)) {
    await using server = await startCarrier((socket) => {
      socket.write(`HTTP/1.1 200 -\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.end(body)
    })
    const { webFetch, url } = openTo(server)
    const answer = await webFetch({ url, ...limits })
    assert(answer.kind === 'answered', coding)
    assert(answer.body.toString() === text, coding)
    assert.deepEqual([answer.bytes, answer.isCut], [body.length, false], coding)
  }
})

test('a response without a body may have a coding; an unknown coding is a bad answer', async () => {
  const heads = ['304 -\r\nContent-Encoding: gzip', '200 -\r\nContent-Encoding: br\r\nContent-Length: 0']
  for (const head of heads) {
    await using server = await startCarrier((socket) => socket.end(`HTTP/1.1 ${head}\r\n\r\n`))
    const { webFetch, url } = openTo(server)
    const answer = await webFetch({ url, ...limits })
    assert(answer.kind === 'answered' && answer.body.length === 0, head)
  }
  for (const coding of ['compress', 'gzip, gzip', 'aes128gcm']) {
    await using server = await startCarrier((socket) =>
      socket.end(`HTTP/1.1 200 -\r\nContent-Encoding: ${coding}\r\n\r\nhello`),
    )
    const { webFetch, url } = openTo(server)
    const answer = await webFetch({ url, ...limits })
    assert(answer.kind === 'failed' && answer.reason === 'bad_answer', coding)
  }
})

test('redirects are followed, each with its own look-up and connection', async () => {
  await using server = await startCarrier((socket, { path }) => {
    const location = { '/1': '/2', '/2': '?é', '/2?%C3%A9': '//open.test:PORT/3' }[path]
    const field = location && `Location: ${location.replace('PORT', port)}\r\n`
    socket.end(Buffer.from(location ? `HTTP/1.1 301 -\r\n${field}\r\n` : 'HTTP/1.1 200 -\r\n\r\nhere'))
  })
  const { webFetch, asked, port, url } = openTo(server)
  const answer = await webFetch({ url: `${url}/1`, ...limits })
  assert(answer.kind === 'answered')
  assert.deepEqual([answer.url, answer.body.toString()], [`${url}/3`, 'here'])
  assert.equal(asked.length, 4)
})

test('endless redirects end; with redirectsMax 0 a redirect is returned', async () => {
  await using server = await startCarrier((socket, { path }) =>
    socket.end(`HTTP/1.1 307 -\r\nLocation: ${path}x\r\n\r\nmoved`),
  )
  const { webFetch, url } = openTo(server)
  const endless = await webFetch({ url, ...limits, redirectsMax: 3 })
  assert(endless.kind === 'failed' && endless.reason === 'too_many_redirects')
  assert.equal(server.requests.length, 4)
  const plain = await webFetch({ url, ...limits, redirectsMax: 0 })
  assert(plain.kind === 'answered')
  assert.deepEqual([plain.status, plain.headers['location'], plain.body.toString()], [307, '/x', 'moved'])
})

test('credentials are not sent to another origin after a redirect', async () => {
  await using second = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  const secondPort = new URL(second.url).port
  await using first = await startCarrier((socket, { path }) =>
    socket.end(
      `HTTP/1.1 302 -\r\nLocation: ${path === '/' ? '/here' : `http://open.test:${secondPort}/there`}\r\n\r\n`,
    ),
  )
  const firstPort = new URL(first.url).port
  const webFetch = createWebFetch({
    privateHosts: privateHostsOf(['open.test']),
    userAgent,
    lookup: resolverOf({ 'open.test': ['127.0.0.1'] }).lookup,
  })
  const headers = { Authorization: 'Bearer x', cookie: 'a=b', 'Accept-Language': 'de' }
  await webFetch({ url: `http://open.test:${firstPort}/`, headers, ...limits })
  const sentHeaders = [...first.requests, ...second.requests].map(({ path, headers }) => [
    path,
    headers['authorization'],
    headers['cookie'],
    headers['accept-language'],
  ])
  assert.deepEqual(sentHeaders, [
    ['/', 'Bearer x', 'a=b', 'de'],
    ['/here', 'Bearer x', 'a=b', 'de'],
    ['/there', undefined, undefined, 'de'],
  ])
})

test('https needs a certificate for exactly the requested name', async () => {
  await using server = await startCarrier(
    (socket) => socket.end('HTTP/1.1 200 -\r\n\r\nsafe'),
    loopbackCertificate,
  )
  const { port } = new URL(server.url)
  const { lookup } = resolverOf({ localhost: ['127.0.0.1'], 'open.test': ['127.0.0.1'] })
  const privateHosts = privateHostsOf(['localhost', 'open.test', '127.0.0.1'])
  const trusting = createWebFetch({ privateHosts, userAgent, lookup, ca: loopbackCertificate.cert })
  const answer = await trusting({ url: `https://localhost:${port}/`, ...limits })
  assert(answer.kind === 'answered' && answer.body.toString() === 'safe')
  const strict = createWebFetch({ privateHosts, userAgent, lookup })
  const failures = [
    await strict({ url: `https://localhost:${port}/`, ...limits }),
    await trusting({ url: `https://open.test:${port}/`, ...limits }),
    await trusting({ url: `https://127.0.0.1:${port}/`, ...limits }),
  ]
  for (const failed of failures) assert(failed.kind === 'failed' && failed.reason === 'tls')
  assert.equal(server.requests.length, 1)
})

test('the next address of a name is tried if one does not answer', async () => {
  await using server = await startCarrier((socket) => socket.end('HTTP/1.1 200 -\r\n\r\n'))
  // Nothing listens on the second loopback address.
  const { webFetch, port, url } = openTo(server, { 'open.test': ['127.0.0.2', '127.0.0.1'] })
  using watch = watchConnections()
  assert.equal((await webFetch({ url, ...limits })).kind, 'answered')
  assert.deepEqual(watch.attempts, [`127.0.0.2 ${port}`, `127.0.0.1 ${port}`])
})

test('a name without an address and a refused connection have different reasons', async () => {
  const server = await startCarrier(() => {})
  const { webFetch, port, url } = openTo(server, { 'empty.example': [] })
  await server[Symbol.asyncDispose]()
  const reasonOf = async (url: string) => {
    const answer = await webFetch({ url, ...limits })
    return answer.kind === 'failed' ? answer.reason : answer.kind
  }
  assert.equal(await reasonOf('http://unknown.example/'), 'dns')
  assert.equal(await reasonOf('http://empty.example/'), 'dns')
  assert.equal(await reasonOf(`${url}/${port}`), 'connection')
})
