import assert from 'node:assert/strict'
import { lookup as systemLookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startNameServer } from '../../../../test/support/name-server.ts'
import { createResolver, LookUpTimeout } from './resolver.ts'

const hostsFile = '/nonexistent/hosts'

test('names are looked up at the name servers; a name without an address is rejected', async () => {
  await using server = await startNameServer({ 'two.test': ['192.0.2.1', '192.0.2.2'], 'none.test': [] })
  const lookUp = createResolver({ servers: [server.address], hostsFile })
  assert.deepEqual((await lookUp('two.test')).toSorted(), ['192.0.2.1', '192.0.2.2'])
  await assert.rejects(lookUp('none.test'), /ENODATA/)
})

test('a name server that is silent for IPv6 only does not delay the IPv4 addresses', async () => {
  await using server = await startNameServer({ 'half.test': ['192.0.2.1'] }, ['half.test'])
  const lookUp = createResolver({ servers: [server.address], hostsFile, timeoutMs: 60_000 })
  assert.deepEqual(await lookUp('half.test'), ['192.0.2.1'])
  assert.equal(server.questions.filter((question) => question === 'AAAA half.test').length, 1)
})

test('silent name servers do not delay other look-ups of the process', async () => {
  await using silent = await startNameServer()
  const lookUp = createResolver({ servers: [silent.address], hostsFile, timeoutMs: 60_000, lookUpsMax: 20 })
  const order: string[] = []
  const names = Array.from({ length: 40 }, (_, index) => `${index}.test`)
  const giving = new AbortController()
  const ends = names.map((name) => lookUp(name, giving.signal).catch(() => order.push(name)))
  // The clients of providers and of the database use this look-up.
  await systemLookup('localhost', { all: true })
  order.push('a provider')
  const asked = new Set(silent.questions.map((question) => question.split(' ')[1]))
  giving.abort(new Error('given up'))
  await Promise.all(ends)
  assert.equal(order[0], 'a provider')
  assert.equal(order.length, names.length + 1)
  assert.ok(asked.size <= 20, `${asked.size} look-ups under way`)
})

test('a look-up that no name server answers ends at the timeout, also one that waits for a slot', async () => {
  await using silent = await startNameServer()
  const lookUp = createResolver({ servers: [silent.address], hostsFile, timeoutMs: 1_000, lookUpsMax: 2 })
  const ends = Array.from({ length: 5 }, async (_, index) => {
    const error = await lookUp(`${index}.test`).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof LookUpTimeout, String(error))
    assert.equal(error.message, `${index}.test could not be looked up within 1 s`)
  })
  await Promise.all(ends)
})

test('a tenant takes a fifth of the look-ups, so that others need not wait for its name servers', async () => {
  await using server = await startNameServer({ 'known.test': ['192.0.2.1'] })
  const lookUp = createResolver({
    servers: [server.address],
    hostsFile,
    timeoutMs: 60_000,
    lookUpsMax: 5,
  })
  const giving = new AbortController()
  const silent = Array.from({ length: 10 }, (_, index) =>
    assert.rejects(lookUp(`silent-${index}.test`, giving.signal, 'first'), /given up/),
  )
  assert.deepEqual(await lookUp('known.test', undefined, 'second'), ['192.0.2.1'])
  assert.deepEqual(await lookUp('known.test'), ['192.0.2.1'])
  // Which of them is first depends on when the hosts file was read for it.
  const asked = server.questions.map((question) => question.split(' ')[1]!)
  assert.equal(new Set(asked.filter((name) => name.startsWith('silent-'))).size, 1)
  giving.abort(new Error('given up'))
  await Promise.all(silent)
  // Its waiting look-ups have kept no slot.
  assert.deepEqual(await lookUp('known.test', undefined, 'first'), ['192.0.2.1'])
})

test('an aborted look-up ends at once and frees its slot', async () => {
  await using server = await startNameServer({ 'known.test': ['192.0.2.1'] })
  const lookUp = createResolver({
    servers: [server.address],
    hostsFile,
    timeoutMs: 60_000,
    lookUpsMax: 1,
  })
  const giving = new AbortController()
  const given = lookUp('unknown.test', giving.signal)
  const next = lookUp('known.test')
  giving.abort(new Error('given up'))
  await assert.rejects(given, /given up/)
  assert.deepEqual(await next, ['192.0.2.1'])
  await assert.rejects(lookUp('known.test', AbortSignal.abort(new Error('before'))), /before/)
})

test('the hosts file comes first, and localhost is this machine', async () => {
  await using server = await startNameServer({ 'wiki.internal': ['192.0.2.1'] })
  const folder = mkdtempSync(path.join(tmpdir(), 'hosts-'))
  const file = path.join(folder, 'hosts')
  writeFileSync(
    file,
    '# 10.0.0.9 wiki.internal\n10.0.0.1\tother Wiki.Internal # ours\nfd00::1 wiki.internal\nx wiki.internal',
  )
  const lookUp = createResolver({ servers: [server.address], hostsFile: file })
  assert.deepEqual(await lookUp('wiki.internal'), ['10.0.0.1', 'fd00::1'])
  assert.deepEqual(await lookUp('localhost'), ['127.0.0.1', '::1'])
  assert.deepEqual(server.questions, [])
  rmSync(folder, { recursive: true })
  assert.deepEqual(await lookUp('wiki.internal'), ['192.0.2.1'])
})
