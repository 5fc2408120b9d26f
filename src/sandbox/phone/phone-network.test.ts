import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CallingProgram, rest } from '../../../test/support/calling-program.ts'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { requestBytesMax } from '../network/http-server.ts'
import type { LogEntry } from './log.ts'
import { startPhoneNetwork } from './phone-network.ts'

const order: [string, string][] = [
  ['To', '+14155550100'],
  ['From', '+14155550199'],
  ['Twiml', '<Response/>'],
]

async function control(
  base: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${base}/sandbox/${path}`, { method, ...init })
  const text = await response.text()
  return { status: response.status, json: text === '' ? {} : JSON.parse(text) }
}

test('a port that is in use is reported as EADDRINUSE', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  await assert.rejects(startPhoneNetwork({ port: network.port }), { code: 'EADDRINUSE' })
})

test('closing ends within a second, with calls, held answers and callbacks under way', async () => {
  await using program = await CallingProgram.start({ '/status': () => ({ status: 200, afterMs: 5000 }) })
  const network = await startPhoneNetwork({ port: 0, speed: 50 })
  const callback: [string, string] = ['StatusCallback', `${program.url}/status`]
  const events: [string, string] = ['StatusCallbackEvent', 'initiated']
  const held = rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550130'],
    ['From', '+14155550199'],
    ['Twiml', '<Response/>'],
  ])
  const broken = assert.rejects(held)
  for (let n = 0; n < 20; n++) await rest(network.url, 'POST', '/Calls.json', [...order, callback, events])
  await program.until(() => program.received.length > 0)
  await endsWithin(1_000, () => network.close())
  await broken
  const entries = network.entries().length
  await assert.rejects(fetch(network.url))
  assert.equal(network.entries().length, entries)
  await network.close()
})

test('the log file holds every entry, and legs in progress follow from it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  try {
    const logFile = join(folder, 'network.ndjson')
    const network = await startPhoneNetwork({ port: 0, speed: 1000, logFile })
    for (let n = 0; n < 10; n++) await rest(network.url, 'POST', '/Calls.json', order)
    await network.idle()
    const inMemory = network.entries()
    await network.close()
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
    const entries = lines.map((line): LogEntry => JSON.parse(line))
    assert.deepEqual(entries, JSON.parse(JSON.stringify(inMemory)))
    assert.deepEqual(
      entries.map((entry) => entry.n),
      entries.map((_, index) => index + 1),
    )
    let inProgress = 0
    let most = 0
    for (const entry of entries) {
      if (entry.kind !== 'leg') continue
      if (entry.event === 'placed') most = Math.max(most, ++inProgress)
      if (entry.event === 'ended') inProgress--
    }
    assert.equal(inProgress, 0)
    assert.ok(most >= 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the control endpoints set people and faults, and return calls, outcomes and the log', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Gather input="speech"/>' })
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const { url } = network
  const number = '+14155550110'
  const person = { number, outcome: 'answers', answers: [{ speech: 'Hm' }, { hang_up: true }] }
  assert.equal((await control(url, 'POST', 'people', person)).status, 201)
  assert.deepEqual((await control(url, 'GET', 'people')).json, { people: [person] })
  await rest(url, 'POST', '/Calls.json', [
    ['To', number],
    ['From', number],
    ['Url', `${program.url}/start`],
  ])
  await network.idle()
  assert.deepEqual(
    program.received.map(({ fields }) => fields['SpeechResult']),
    [undefined, 'Hm'],
  )
  const calls = (await control(url, 'GET', `calls?to=${encodeURIComponent(number)}`)).json['calls'] as Record<
    string,
    string
  >[]
  const { placed_at, dialled_at, ringing_at, answered_at, ended_at } = calls[0]!
  const times = [placed_at, dialled_at, ringing_at, answered_at, ended_at]
  assert.deepEqual(
    times,
    times.toSorted((a, b) => Date.parse(a!) - Date.parse(b!)),
  )

  const rule = { operation: 'create', times: 2, fault: { kind: 'status', status: 500, placed: false } }
  assert.equal((await control(url, 'POST', 'faults', rule)).status, 201)
  assert.equal((await rest(url, 'POST', '/Calls.json', order)).status, 500)
  const armed = (await control(url, 'GET', 'faults')).json['faults'] as { times: number }[]
  assert.deepEqual(
    armed.map(({ times }) => times),
    [1],
  )
  assert.equal((await control(url, 'DELETE', 'faults')).status, 204)
  assert.equal((await rest(url, 'POST', '/Calls.json', order)).status, 201)

  const all = (await control(url, 'GET', 'log')).json['entries'] as LogEntry[]
  const later = (await control(url, 'GET', 'log?after=3&limit=2')).json['entries'] as LogEntry[]
  assert.deepEqual(later, all.slice(3, 5))
  assert.equal((await control(url, 'GET', `log?after=${Number.MAX_SAFE_INTEGER - 1}`)).status, 400)
  assert.ok(((await control(url, 'GET', 'outcomes')).json['outcomes'] as []).length > 20)
})

test("a control endpoint sets, shows and removes an account's rate limit", async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const { url } = network
  const account_sid = `AC${'2'.repeat(32)}`
  for (const calls_per_second of [0.5, null]) {
    const account = { account_sid, calls_per_second }
    assert.deepEqual(await control(url, 'POST', 'accounts', account), { status: 201, json: account })
    assert.deepEqual((await control(url, 'GET', 'accounts')).json, { accounts: [account] })
  }
})

test("answers have the time of the network's own clock", async () => {
  const now = new Date('2031-02-03T04:05:06Z')
  await using network = await startPhoneNetwork({ port: 0, clock: { now: () => now } })
  const { json } = await rest(network.url, 'POST', '/Calls.json', order)
  assert.equal(json['date_created'], 'Mon, 03 Feb 2031 04:05:06 +0000')
  const { headers } = await fetch(`${network.url}/sandbox/calls`)
  assert.equal(headers.get('date'), 'Mon, 03 Feb 2031 04:05:06 GMT')
})

test('malformed control requests are refused and change nothing', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  const { url } = network
  const wrong: [string, unknown][] = [
    ['accounts', { account_sid: 'AC1', calls_per_second: 1 }],
    ['accounts', { account_sid: `AC${'2'.repeat(32)}`, calls_per_second: 0 }],
    ['people', { number: '0700', answers: [] }],
    ['people', { number: '+14155550100', answers: [{}] }],
    ['people', { number: '+14155550100', answers: [], outcome: 'sings' }],
    ['faults', { operation: 'create', fault: { kind: 'duplicate' } }],
    ['faults', { operation: 'callback', fault: { kind: 'stall' } }],
    ['faults', { operation: 'create', times: 0, fault: { kind: 'drop' } }],
    ['faults', { operation: 'sing', fault: { kind: 'drop' } }],
    ['faults', null],
  ]
  for (const [path, body] of wrong)
    assert.equal((await control(url, 'POST', path, body)).status, 400, JSON.stringify(body))
  const undeclared = await fetch(`${url}/sandbox/faults`, { method: 'POST', body: '{}' })
  assert.equal(undeclared.status, 415)
  assert.deepEqual((await control(url, 'GET', 'faults')).json, { faults: [] })
  assert.equal((await control(url, 'GET', 'nothing')).status, 404)
})

test('a body beyond the limit is refused with 413', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  const response = await fetch(`${network.url}/sandbox/people`, {
    method: 'POST',
    body: 'x'.repeat(requestBytesMax + 1),
  })
  assert.equal(response.status, 413)
})

test('many calls at once all come to an end', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Say>Hello there</Say>' })
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const form: [string, string][] = [
    ['From', '+14155550199'],
    ['Url', `${program.url}/start`],
    ['StatusCallback', `${program.url}/status`],
  ]
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      rest(network.url, 'POST', '/Calls.json', [['To', `+14155${10_000 + n}00`], ...form]),
    ),
  )
  await network.idle()
  assert.equal(network.calls().length, 200)
  assert.ok(network.calls().every((call) => call.ended_at !== null))
  assert.equal(program.at('/status').length, 200)
})
