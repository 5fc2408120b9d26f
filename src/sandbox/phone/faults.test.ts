import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { accountSid, authToken, CallingProgram, rest } from '../../../test/support/calling-program.ts'
import type { FaultRuleInput } from './faults.ts'
import { startPhoneNetwork } from './phone-network.ts'
import type { PhoneNetwork } from './phone-network.ts'

const to = '+14155550100'
const form: [string, string][] = [
  ['To', to],
  ['From', '+14155550199'],
  ['Twiml', '<Response/>'],
]

/** Longer than any answer takes that comes. */
const unhurriedMs = 30_000

/**
 * Sends a create request on a connection of its own and returns every byte that comes back until the end or the limit.
 */
async function rawCreate(
  network: PhoneNetwork,
  limitMs: number,
): Promise<{ bytes: Buffer; end: 'end' | 'reset' | 'held' }> {
  const body = new URLSearchParams(form).toString()
  const authorization = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const head = `POST /2010-04-01/Accounts/${accountSid}/Calls.json HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = net.connect(network.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(head + body)
  const end = await new Promise<'end' | 'reset' | 'held'>((resolve) => {
    socket.on('end', () => resolve('end'))
    socket.on('error', () => resolve('reset'))
    setTimeout(() => resolve('held'), limitMs).unref()
  })
  socket.destroy()
  return { bytes: Buffer.concat(chunks), end }
}

test('an answer is cut after exactly the bytes asked for, and the call exists or not as asked', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  for (const after_bytes of [0, 1, 17, 100, 500]) {
    for (const placed of [true, false]) {
      const before = network.calls().length
      network.addFault({ operation: 'create', fault: { kind: 'drop', after_bytes, placed } })
      const { bytes } = await rawCreate(network, unhurriedMs)
      // A refusal is shorter than a call, so it may arrive whole before the cut.
      assert.ok(placed ? bytes.length === after_bytes : bytes.length <= after_bytes)
      assert.equal(network.calls().length - before, placed ? 1 : 0)
    }
  }
})

test('an answer that is to be cut after its end arrives whole', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.addFault({ operation: 'create', fault: { kind: 'drop', after_bytes: 100_000, placed: true } })
  const { bytes, end } = await rawCreate(network, unhurriedMs)
  assert.equal(end, 'end')
  const [head, body] = bytes.toString().split('\r\n\r\n')
  assert.match(head!, /^HTTP\/1\.1 201 Created\r\n/)
  assert.equal(JSON.parse(body!).sid, network.calls()[0]?.sid)
})

test('an answer is reset, stalled, sent slowly or delayed', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.addFault({ operation: 'create', fault: { kind: 'drop', reset: true, placed: true } })
  assert.equal((await rawCreate(network, unhurriedMs)).end, 'reset')
  network.addFault({ operation: 'create', fault: { kind: 'stall', after_bytes: 20, placed: true } })
  const held = await rawCreate(network, 1_000)
  assert.deepEqual([held.end, held.bytes.length], ['held', 20])
  network.addFault({ operation: 'create', fault: { kind: 'drip', bytes_per_second: 100, placed: true } })
  const drip = await rawCreate(network, 1_000)
  assert.ok(drip.bytes.length > 1)
  network.addFault({ operation: 'create', fault: { kind: 'delay', ms: 50 } })
  assert.equal((await rest(network.url, 'POST', '/Calls.json', form)).status, 201)
  assert.equal(network.calls().length, 4)
})

test('a request is cut before it is complete, and nothing is placed', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  network.addFault({ operation: 'connection', times: 2, fault: { kind: 'cut_request', after_bytes: 50 } })
  assert.equal((await rawCreate(network, unhurriedMs)).end, 'reset')
  assert.equal((await rawCreate(network, unhurriedMs)).end, 'reset')
  assert.deepEqual(network.calls(), [])
  assert.deepEqual(
    network.entries().map((entry) => entry.kind),
    ['connection_cut', 'connection_cut'],
  )
  assert.match((await rawCreate(network, 1_000)).bytes.toString(), /^HTTP\/1\.1 201/)
})

test('statuses, other answers and omissions affect only their number, as often as they are armed for', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const create = () => rest(network.url, 'POST', '/Calls.json', form)
  network.addFault({ operation: 'create', number: '+14155550101', fault: { kind: 'status', status: 503 } })
  network.addFault({
    operation: 'create',
    number: to,
    times: 2,
    fault: { kind: 'status', status: 500, placed: true },
  })
  network.addFault({
    operation: 'create',
    fault: { kind: 'answer', status: 200, body: '{"sid":7}', placed: false },
  })
  assert.deepEqual([(await create()).status, (await create()).status], [500, 500])
  assert.equal(network.calls().length, 2)
  assert.deepEqual(await create(), { status: 200, json: { sid: 7 } })
  assert.equal((await create()).status, 201)
  assert.equal(network.calls().length, 3)
  const sid = network.calls()[0]!.sid
  network.addFault({ operation: 'list', number: to, fault: { kind: 'omit' } })
  network.addFault({ operation: 'fetch', fault: { kind: 'omit' } })
  network.addFault({ operation: 'update', number: to, fault: { kind: 'status', status: 429 } })
  const list = `/Calls.json?To=${encodeURIComponent(to)}`
  assert.deepEqual((await rest(network.url, 'GET', list)).json['calls'], [])
  assert.equal(((await rest(network.url, 'GET', list)).json['calls'] as []).length, 3)
  assert.equal((await rest(network.url, 'GET', `/Calls/${sid}.json`)).status, 404)
  assert.equal((await rest(network.url, 'GET', `/Calls/${sid}.json`)).status, 200)
  const limited = await rest(network.url, 'POST', `/Calls/${sid}.json`, [['Status', 'completed']])
  assert.deepEqual([limited.status, limited.json['code']], [429, 20429])
})

test('an armed rate limit has its Retry-After, and nothing is placed while it lasts', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const fault = { kind: 'status', status: 429, retry_after_seconds: 2 } as const
  network.addFault({ operation: 'create', times: 2, fault })
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  for (let n = 0; n < 2; n++) {
    const answer = await fetch(`${network.url}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    })
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '2'])
    assert.equal(((await answer.json()) as { code: number }).code, 20429)
  }
  assert.deepEqual(network.calls(), [])
  assert.equal((await rest(network.url, 'POST', '/Calls.json', form)).status, 201)
})

test('a body of many megabytes is sent as asked', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
  const body = 'x'.repeat(100_000)
  network.addFault({ operation: 'list', fault: { kind: 'answer', status: 200, body, repeat: 100 } })
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const response = await fetch(`${network.url}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
    headers: { authorization },
  })
  assert.equal((await response.arrayBuffer()).byteLength, 10_000_000)
})

test('armed faults drop, repeat, reorder, delay and forge callbacks', async () => {
  const cases: [FaultRuleInput, string[]][] = [
    [{ operation: 'callback', fault: { kind: 'drop' } }, ['ringing', 'busy']],
    [{ operation: 'callback', fault: { kind: 'duplicate' } }, ['initiated', 'initiated', 'ringing', 'busy']],
    [{ operation: 'callback', fault: { kind: 'reorder' } }, ['ringing', 'initiated', 'busy']],
    [{ operation: 'callback', times: 3, fault: { kind: 'reorder' } }, ['busy', 'initiated', 'ringing']],
    [{ operation: 'callback', fault: { kind: 'delay', ms: 20 } }, ['initiated', 'ringing', 'busy']],
    [{ operation: 'callback', fault: { kind: 'forge' } }, ['initiated', 'initiated', 'ringing', 'busy']],
  ]
  for (const [rule, statuses] of cases) {
    await using program = await CallingProgram.start()
    await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
    network.addFault(rule)
    await rest(network.url, 'POST', '/Calls.json', [
      ['To', '+14155550112'],
      ['From', '+14155550199'],
      ['Twiml', '<Response/>'],
      ['StatusCallback', `${program.url}/status`],
      ...['initiated', 'ringing', 'completed'].map((event): [string, string] => [
        'StatusCallbackEvent',
        event,
      ]),
    ])
    await network.idle()
    assert.deepEqual(
      program.received.map(({ fields }) => fields['CallStatus']),
      statuses,
    )
    if (rule.operation !== 'callback' || rule.fault.kind !== 'forge') continue
    const [forged, real] = program.received.map(({ headers }) => headers['x-twilio-signature'])
    assert.notEqual(forged, real)
  }
})

test('a lost request for instructions ends the call; a repeated one does not affect it', async () => {
  for (const [kind, asked, said] of [
    ['drop', 0, 0],
    ['duplicate', 2, 1],
    ['forge', 2, 1],
  ] as const) {
    await using program = await CallingProgram.start({ '/start': () => '<Say>Hi</Say>' })
    await using network = await startPhoneNetwork({ port: 0, speed: 1000 })
    network.addFault({ operation: 'instructions', fault: { kind } })
    await rest(network.url, 'POST', '/Calls.json', [
      ['To', to],
      ['From', to],
      ['Url', `${program.url}/start`],
    ])
    await network.idle()
    assert.equal(program.at('/start').length, asked)
    assert.equal(network.entries().filter((entry) => entry.kind === 'step').length, said)
    assert.equal(network.calls()[0]?.status, 'completed')
  }
})
