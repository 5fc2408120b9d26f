import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSid, CallingProgram, rest } from '../../../../test/support/calling-program.ts'
import { connectionOverrides } from '../connection-overrides.ts'
import { startPhoneNetwork } from '../phone-network.ts'

const number = '+14155550199'

test('a person calls a number: its voice address is asked, and its callback gets the end', async () => {
  await using program = await CallingProgram.start({
    '/voice': () => '<Gather input="speech" action="/said"><Say>Hello.</Say></Gather>',
    '/said': () => '<Hangup/>',
  })
  await using network = await startPhoneNetwork({ port: 0, speed: 500 })
  const list = await rest(network.url, 'GET', `/IncomingPhoneNumbers.json?PhoneNumber=%2B${number.slice(1)}`)
  const [found] = list.json['incoming_phone_numbers'] as Record<string, unknown>[]
  assert.deepEqual([found!['phone_number'], found!['voice_url']], [number, ''])
  const path = `/IncomingPhoneNumbers/${String(found!['sid'])}.json`
  const updated = await rest(network.url, 'POST', path, [
    ['VoiceUrl', `${program.url}/voice`],
    ['StatusCallback', `${program.url}/status`],
  ])
  assert.equal(updated.json['voice_url'], `${program.url}/voice`)
  assert.equal((await rest(network.url, 'GET', path)).json['voice_url'], `${program.url}/voice`)
  const response = await fetch(`${network.url}/sandbox/inbound-calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+14155550102', to: number }),
  })
  assert.equal(response.status, 201)
  await network.idle()
  const [asked] = program.at('/voice')
  const { Direction, CallStatus, From, To, AccountSid } = asked!.fields
  assert.deepEqual(
    [Direction, CallStatus, From, To, AccountSid],
    ['inbound', 'ringing', '+14155550102', number, accountSid],
  )
  assert.match(String(asked!.headers['x-twilio-signature']), /^[A-Za-z0-9+/]{27}=$/)
  const [said] = program.at('/said')
  assert.deepEqual([said!.fields['SpeechResult'], said!.fields['CallStatus']], ['No.', 'in-progress'])
  assert.deepEqual(
    program.at('/status').map(({ fields }) => [fields['CallStatus'], fields['Direction']]),
    [['completed', 'inbound']],
  )
  assert.equal(network.calls()[0]!.ended_by, 'instructions')
})

test('an inbound call may be rejected, and one to a number without an address, or that has a trunk, is', async () => {
  await using program = await CallingProgram.start({ '/voice': () => '<Reject reason="busy"/>' })
  await using network = await startPhoneNetwork({ port: 0, speed: 500 })
  await rest(network.url, 'GET', '/Calls.json')
  network.setNumber({ account_sid: accountSid, number, voice_url: `${program.url}/voice` })
  network.setNumber({ account_sid: accountSid, number: '+14155550198' })
  network.placeInboundCall({ from: '+14155550100', to: number })
  network.placeInboundCall({ from: '+14155550100', to: '+14155550198' })
  const trunk_sid = `TK${'1'.repeat(32)}`
  network.setNumber({
    account_sid: accountSid,
    number: '+14155550197',
    voice_url: `${program.url}/voice`,
    trunk_sid,
  })
  network.placeInboundCall({ from: '+14155550100', to: '+14155550197' })
  await network.idle()
  assert.deepEqual(
    network.calls().map((call) => [call.status, call.answered_at]),
    [
      ['busy', null],
      ['no-answer', null],
      ['no-answer', null],
    ],
  )
})

test('nobody can call a number that no account has, or whose account has no known token', async () => {
  await using network = await startPhoneNetwork({ port: 0 })
  assert.throws(() => network.placeInboundCall({ from: '+14155550100', to: number }), RangeError)
  network.setNumber({ account_sid: accountSid, number })
  assert.throws(() => network.placeInboundCall({ from: '+14155550100', to: number }), RangeError)
  assert.throws(() => network.setNumber({ account_sid: 'AC1', number }))
  assert.equal(network.calls().length, 0)
})

test("the fragment of an address asks for more tries, and other failures keep Twilio's one", async () => {
  const tries = async (fragment: string) => {
    let count = 0
    await using program = await CallingProgram.start({
      '/voice': () => (++count < 3 ? { status: 503 } : '<Hangup/>'),
    })
    await using network = await startPhoneNetwork({ port: 0, speed: 500 })
    await rest(network.url, 'GET', '/Calls.json')
    network.setNumber({ account_sid: accountSid, number, voice_url: `${program.url}/voice${fragment}` })
    network.placeInboundCall({ from: '+14155550100', to: number })
    await network.idle()
    const tokens = program.at('/voice').map(({ headers }) => headers['i-twilio-idempotency-token'])
    assert.equal(new Set(tokens).size, 1)
    return tokens.length
  }
  assert.equal(await tries(''), 1)
  assert.equal(await tries('#rc=5&rp=ct,rt'), 1)
  assert.equal(await tries('#rc=1&rp=5xx'), 2)
  assert.equal(await tries('#rc=5&rp=ct,rt,5xx&ct=2000&rt=7000&tt=15000'), 3)
})

test('a program that is silent once is asked again where the address limits the wait', async () => {
  const asked = async (fragment: string) => {
    let count = 0
    await using program = await CallingProgram.start({
      '/voice': () => ({ status: 200, body: '<Response/>', afterMs: ++count === 1 ? 60_000 : 0 }),
    })
    await using network = await startPhoneNetwork({ port: 0, speed: 500 })
    await rest(network.url, 'GET', '/Calls.json')
    network.setNumber({ account_sid: accountSid, number, voice_url: `${program.url}/voice${fragment}` })
    network.placeInboundCall({ from: '+14155550100', to: number })
    await network.idle()
    const answers = network.entries().filter((entry) => entry.kind === 'callback_answer')
    return answers.map(({ status }) => status)
  }
  assert.deepEqual(await asked('#rc=5&rp=rt&tt=1000'), [null])
  assert.deepEqual(await asked('#rc=5&rp=rt&rt=500&tt=10000'), [null, 200])
})

test('overrides are bounded, and what is malformed has its default', () => {
  const defaults = { connectMs: 5000, totalMs: 15_000 }
  assert.deepEqual(connectionOverrides('http://a/#rc=9&ct=99999&tt=99999&rp=all', defaults), {
    retries: 5,
    retryOn: new Set(['all']),
    limits: { connectMs: 10_000, totalMs: 15_000 },
    allTriesMs: 15_000,
  })
  assert.deepEqual(connectionOverrides('http://a/#rc=x&ct=-1', defaults), {
    retries: 1,
    retryOn: new Set(['ct']),
    limits: defaults,
    allTriesMs: 15_000,
  })
  assert.deepEqual(connectionOverrides('http://a/#rt=7000&tt=9000', defaults).limits, {
    connectMs: 5000,
    totalMs: 7000,
  })
})
