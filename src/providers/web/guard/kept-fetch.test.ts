import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { resolverOf, watchConnections } from '../../../../test/support/connections.ts'
import { hostileAddresses, hostileNames } from '../../../../test/support/hostile-addresses.ts'
import { resolverAt, startNameServer } from '../../../../test/support/name-server.ts'
import { createKeptFetch } from './kept-fetch.ts'
import type { KeptFetch } from './kept-fetch.ts'
import { privateHostsOf } from './private-hosts.ts'
import type { Resolver } from './resolver.ts'

const limits = {
  key: 'endpoint',
  tenant: 'first',
  body: '{}',
  headers: {},
  bytesMax: 1_024,
  timeoutMs: 30_000,
}

function keptFetch(lookup: Resolver, named: readonly string[] = []): KeptFetch {
  return createKeptFetch({ privateHosts: privateHostsOf(named), userAgent: 'test', lookup })
}

/** A server that answers each request with 204 and keeps the connection. */
async function startServer() {
  const sockets: Socket[] = []
  let requests = 0
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', () => {
      requests++
      socket.write('HTTP/1.1 204 -\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    count: () => requests,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('no hostile address leads to a connection', async () => {
  const post = keptFetch(resolverOf(hostileNames).lookup)
  using watch = watchConnections()
  for (const [reason, urls] of Object.entries(hostileAddresses))
    for (const url of urls) {
      const answer = await post({ url, ...limits })
      assert.deepEqual({ ...answer, detail: '' }, { kind: 'refused', reason, detail: '' }, url)
      assert.deepEqual(watch.attempts, [], url)
    }
})

test('names that nobody answers for one tenant leave look-ups for the endpoints of another', async () => {
  using server = await startServer()
  await using names = await startNameServer({ 'open.test': ['127.0.0.1'] })
  const lookup = resolverAt(names, { timeoutMs: 60_000, lookUpsMax: 10 })
  const post = keptFetch(lookup, [`open.test:${server.port}`])
  const giving = new AbortController()
  let ended = 0
  const silent = Array.from({ length: 20 }, async (_, index) => {
    const url = `https://silent-${index}.example/`
    const { kind } = await post({ url, ...limits, key: String(index), signal: giving.signal })
    ended++
    return kind
  })
  const answer = await post({ url: `http://open.test:${server.port}/`, ...limits, tenant: 'second' })
  assert.deepEqual([answer.kind, ended], ['answered', 0])
  giving.abort()
  assert.deepEqual(new Set(await Promise.all(silent)), new Set(['failed']))
})

test('a name that leads elsewhere later is asked again for each new connection, and not for a kept one', async () => {
  using server = await startServer()
  let addresses = ['127.0.0.1']
  let asked = 0
  const post = keptFetch(() => {
    asked++
    return Promise.resolve(addresses)
  }, [`open.test:${server.port}`])
  const url = `http://open.test:${server.port}/`
  using watch = watchConnections()
  assert.equal((await post({ url, ...limits })).kind, 'answered')
  // An address that not even an opened host may have.
  addresses = ['169.254.169.254']
  assert.equal((await post({ url, ...limits })).kind, 'answered')
  assert.deepEqual([asked, server.sockets.length, server.count()], [1, 1, 2])
  // Another endpoint of the same host has connections of its own.
  assert.equal((await post({ url, ...limits, key: 'other' })).kind, 'refused')
  const [socket] = server.sockets
  const closed = once(socket!, 'close')
  socket!.end()
  await closed
  assert.equal((await post({ url, ...limits })).kind, 'refused')
  assert.deepEqual(watch.attempts, [`127.0.0.1 ${server.port}`])
  assert.deepEqual([asked, server.count()], [3, 2])
})

test('a kept connection that breaks at a request is replaced by one that is checked', async () => {
  using server = await startServer()
  let addresses = ['127.0.0.1']
  const post = keptFetch(() => Promise.resolve(addresses), [`open.test:${server.port}`])
  const url = `http://open.test:${server.port}/`
  using watch = watchConnections()
  assert.equal((await post({ url, ...limits })).kind, 'answered')
  addresses = ['169.254.169.254']
  const [socket] = server.sockets
  socket!.removeAllListeners('data')
  socket!.on('data', () => socket!.resetAndDestroy())
  const answer = await post({ url, ...limits })
  assert.deepEqual({ ...answer, detail: '' }, { kind: 'refused', reason: 'private_address', detail: '' })
  assert.deepEqual(watch.attempts, [`127.0.0.1 ${server.port}`])
})

test('a name whose second DNS answer is private is never connected to that address', async () => {
  // 2d00::/8 is not allocated: a connection to the first answer fails or hangs on any machine.
  const answers = [['2d00::1'], ['127.0.0.1']]
  let asked = 0
  const post = keptFetch(() => Promise.resolve(answers[asked++] ?? []))
  using watch = watchConnections()
  assert.equal((await post({ url: 'https://flip.example/', ...limits, timeoutMs: 3_000 })).kind, 'failed')
  assert.equal((await post({ url: 'https://flip.example/', ...limits })).kind, 'refused')
  assert.deepEqual(watch.attempts, ['2d00::1 443'])
})
