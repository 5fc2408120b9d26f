import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import twilio from 'twilio'
import { accountSid, authToken, CallingProgram, rest } from '../../../test/support/calling-program.ts'
import type { Received } from '../../../test/support/calling-program.ts'
import { eventually } from '../../../test/support/service.ts'
import type { FaultRuleInput } from './faults.ts'
import { startPhoneNetwork } from './phone-network.ts'
import type { PhoneNetwork } from './phone-network.ts'

const speed = 500
/** For tests in which our own answer must arrive before the network's next step, also on a busy machine. */
const unhurried = 10
const allEvents = ['initiated', 'ringing', 'answered', 'completed']

/** Places a call whose instructions and callbacks go to the program, with all events. */
async function place(
  network: PhoneNetwork,
  program: CallingProgram,
  to: string,
  ...more: [string, string][]
) {
  const { json } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', to],
    ['From', '+14155550199'],
    ['Url', `${program.url}/start?attempt=7`],
    ['StatusCallback', `${program.url}/status?attempt=7#ct=2000`],
    ...allEvents.map((event): [string, string] => ['StatusCallbackEvent', event]),
    ...more,
  ])
  return String(json['sid'])
}

/** Returns the parameters of an asynchronous detection that reports to the address. */
function asynchronously(report: string): [string, string][] {
  return [
    ['MachineDetection', 'Enable'],
    ['AsyncAmd', 'true'],
    ['AsyncAmdStatusCallback', report],
    ['AsyncAmdStatusCallbackMethod', 'POST'],
  ]
}

const statusesOf = (received: Received[]) => received.map(({ fields }) => fields['CallStatus'])

function validSignature(program: CallingProgram, { headers, target, fields, method }: Received): boolean {
  const signature = String(headers['x-twilio-signature'])
  return twilio.validateRequest(authToken, signature, program.url + target, method === 'GET' ? {} : fields)
}

test('an answered call reports every event in order, with the fields of each, signed', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Say>Hello.</Say>' })
  // The clock stands still: durations are in real time, and a busy machine needs a second for the call.
  const at = new Date()
  await using network = await startPhoneNetwork({ port: 0, speed, clock: { now: () => at } })
  const sid = await place(network, program, '+14155550100')
  await network.idle()
  const callbacks = program.at('/status')
  assert.deepEqual(statusesOf(callbacks), ['initiated', 'ringing', 'in-progress', 'completed'])
  assert.deepEqual(
    callbacks.map(({ fields }) => fields['SequenceNumber']),
    ['0', '1', '2', '3'],
  )
  for (const received of program.received) {
    assert.ok(validSignature(program, received))
    assert.ok(received.headers['i-twilio-idempotency-token'])
    const { CallSid, AccountSid, From, To, ApiVersion, Direction } = received.fields
    assert.deepEqual(
      [CallSid, AccountSid, From, To, ApiVersion, Direction],
      [sid, accountSid, '+14155550199', '+14155550100', '2010-04-01', 'outbound-api'],
    )
  }
  const last = callbacks.at(-1)?.fields
  assert.equal(last?.['CallbackSource'], 'call-progress-events')
  assert.equal(last?.['SipResponseCode'], '200')
  assert.equal(last?.['CallDuration'], '0')
  assert.equal(last?.['Duration'], '1')
  assert.match(String(last?.['Timestamp']), /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/)
  assert.ok(callbacks.slice(0, 3).every(({ fields }) => fields['CallDuration'] === undefined))
  const [instructions] = program.at('/start')
  assert.deepEqual([instructions?.method, instructions?.fields['CallStatus']], ['POST', 'in-progress'])
  const { json } = await rest(network.url, 'GET', `/Calls/${sid}/Events.json`)
  const events = json['events'] as {
    request: { url: string; parameters: Record<string, string> }
    response: { response_code: number }
  }[]
  assert.equal(events.length, 5)
  assert.ok(
    events.every(
      ({ request }) => request.url.includes('attempt=7') && request.parameters['call_sid'] === sid,
    ),
  )
})

test('callbacks and instructions by GET carry signed parameters in the query', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Hangup/>' })
  await using network = await startPhoneNetwork({ port: 0, speed })
  await place(network, program, '+14155550100', ['Method', 'GET'], ['StatusCallbackMethod', 'GET'])
  await network.idle()
  assert.equal(program.received.length, 5)
  for (const received of program.received) {
    assert.equal(received.method, 'GET')
    assert.equal(received.fields['attempt'], '7')
    assert.ok(validSignature(program, received))
  }
})

test('only the end is reported if the request names no events', async () => {
  await using program = await CallingProgram.start()
  await using network = await startPhoneNetwork({ port: 0, speed })
  await rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550100'],
    ['From', '+14155550199'],
    ['Twiml', '<Response/>'],
    ['StatusCallback', `${program.url}/status`],
  ])
  await network.idle()
  assert.deepEqual(statusesOf(program.received), ['completed'])
})

test('a slow answer holds back the next callback, not the call', async () => {
  await using program = await CallingProgram.start({ '/status': () => ({ status: 200, afterMs: 2_000 }) })
  await using network = await startPhoneNetwork({ port: 0, speed })
  await place(network, program, '+14155550110')
  await network.idle()
  const callbacks = program.at('/status')
  assert.deepEqual(statusesOf(callbacks), ['initiated', 'busy'])
  assert.ok(callbacks[1]!.at - callbacks[0]!.at >= 1_990)
  const [call] = network.calls()
  assert.ok(Date.parse(call!.ended_at!) - Date.parse(call!.placed_at) < 1_900)
})

test('a call that nobody answers ends in the status of its cause, with the SIP code', async () => {
  const cases: [string, string[], string][] = [
    ['10', ['initiated', 'busy'], '486'],
    ['11', ['initiated', 'ringing', 'no-answer'], '487'],
    ['12', ['initiated', 'ringing', 'busy'], '486'],
    ['13', ['initiated', 'failed'], '404'],
    ['14', ['initiated', 'ringing', 'failed'], '503'],
  ]
  for (const [digits, statuses, sip] of cases) {
    await using program = await CallingProgram.start()
    await using network = await startPhoneNetwork({ port: 0, speed: 2000 })
    await place(network, program, `+141555501${digits}`)
    await network.idle()
    assert.deepEqual(statusesOf(program.received), statuses, digits)
    const last = program.received.at(-1)?.fields
    assert.deepEqual(
      [last?.['SipResponseCode'], last?.['CallDuration'], last?.['Duration']],
      [sip, '0', '0'],
      digits,
    )
  }
})

test('Timeout and TimeLimit are observed', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Pause length="500"/>' })
  await using network = await startPhoneNetwork({ port: 0, speed })
  await place(network, program, '+14155550108', ['Timeout', '10'])
  await place(network, program, '+14155550100', ['TimeLimit', '5'])
  await network.idle()
  const [unanswered, limited] = network.calls()
  assert.deepEqual([unanswered?.status, unanswered?.ended_by], ['no-answer', 'network'])
  assert.deepEqual([limited?.status, limited?.ended_by], ['completed', 'time_limit'])
})

test('the create request is answered as the table says, and the call exists or does not', async () => {
  const cases: [string, number | 'broken', boolean][] = [
    ['30', 'broken', true],
    ['31', 'broken', true],
    ['32', 500, true],
    ['33', 503, false],
    ['34', 'broken', false],
    ['35', 'broken', true],
    ['41', 429, false],
  ]
  for (const [digits, status, placed] of cases) {
    await using network = await startPhoneNetwork({ port: 0, speed: 2000 })
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    const body = new URLSearchParams({
      To: `+141555501${digits}`,
      From: '+14155550199',
      Twiml: '<Response/>',
    })
    const url = `${network.url}/2010-04-01/Accounts/${accountSid}/Calls.json`
    const giveUp = new AbortController()
    const answer = fetch(url, {
      method: 'POST',
      headers: { authorization },
      body,
      signal: giveUp.signal,
    })
    // It is never answered.
    if (digits === '30') {
      await eventually('the call exists', () => (network.calls().length > 0 ? true : null))
      await delay(300)
      giveUp.abort()
    }
    const seen = await answer
      .then(async (response) => (await response.text(), response.status))
      .catch(() => 'broken')
    assert.equal(seen, status, digits)
    await network.idle()
    assert.deepEqual(
      network.calls().map((call) => call.status),
      placed ? ['completed'] : [],
      digits,
    )
  }
})

test('a number that is rate-limited once is accepted the second time', async () => {
  await using network = await startPhoneNetwork({ port: 0, speed })
  const form: [string, string][] = [
    ['To', '+14155550140'],
    ['From', '+14155550199'],
    ['Twiml', '<Response/>'],
  ]
  const first = await rest(network.url, 'POST', '/Calls.json', form)
  assert.deepEqual([first.status, first.json['code']], [429, 20429])
  assert.equal((await rest(network.url, 'POST', '/Calls.json', form)).status, 201)
})

test('as the table says, no callback is sent, the last one is missing, or all come twice and out of order', async () => {
  const cases: [string, string[]][] = [
    ['50', []],
    ['54', ['initiated', 'ringing', 'in-progress']],
    [
      '51',
      [
        'ringing',
        'initiated',
        'ringing',
        'initiated',
        'completed',
        'in-progress',
        'completed',
        'in-progress',
      ],
    ],
  ]
  for (const [digits, statuses] of cases) {
    await using program = await CallingProgram.start({ '/start': () => '<Hangup/>' })
    await using network = await startPhoneNetwork({ port: 0, speed })
    await place(network, program, `+141555501${digits}`)
    await network.idle()
    assert.deepEqual(statusesOf(program.at('/status')), statuses, digits)
    assert.equal(network.calls()[0]?.status, 'completed')
  }
})

test('slow numbers take their time: in the queue, before ringing, before answering', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Hangup/>' })
  await using network = await startPhoneNetwork({ port: 0, speed })
  for (const digits of ['53', '52', '08']) await place(network, program, `+141555501${digits}`)
  await network.idle()
  const [queued, slow, late] = network.calls()
  const lifeMs = (from: string | null, to: string | null) => (Date.parse(to!) - Date.parse(from!)) * speed
  assert.ok(lifeMs(queued!.placed_at, queued!.dialled_at) >= 118_000)
  assert.ok(lifeMs(slow!.dialled_at, slow!.ringing_at) >= 28_000)
  assert.ok(lifeMs(late!.ringing_at, late!.answered_at) >= 18_000)
})

test('synchronous detection delays the instructions until it knows who answered', async () => {
  const cases: [string, string, string][] = [
    ['00', 'Enable', 'human'],
    ['05', 'Enable', 'machine_start'],
    ['05', 'DetectMessageEnd', 'machine_end_beep'],
  ]
  for (const [digits, mode, verdict] of cases) {
    await using program = await CallingProgram.start({ '/start': () => '<Hangup/>' })
    await using network = await startPhoneNetwork({ port: 0, speed })
    const sid = await place(network, program, `+141555501${digits}`, ['MachineDetection', mode])
    await network.idle()
    assert.equal(program.at('/start')[0]?.fields['AnsweredBy'], verdict)
    assert.equal(program.at('/status').at(-1)?.fields['AnsweredBy'], verdict)
    const { json } = await rest(network.url, 'GET', `/Calls/${sid}.json`)
    assert.equal(json['answered_by'], verdict === 'human' ? 'human' : 'machine')
  }
})

test('asynchronous detection lets the instructions run and reports to its own address', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Pause length="20"/>' })
  await using network = await startPhoneNetwork({ port: 0, speed })
  const report: [string, string][] = [
    ['MachineDetection', 'Enable'],
    ['AsyncAmd', 'true'],
    ['AsyncAmdStatusCallback', `${program.url}/amd`],
  ]
  const sid = await place(network, program, '+14155550105', ...report)
  await network.idle()
  assert.equal(program.at('/start')[0]?.fields['AnsweredBy'], undefined)
  const { headers, ...amd } = program.at('/amd')[0]!
  assert.ok(headers['x-twilio-signature'])
  assert.deepEqual(
    { ...amd.fields },
    { CallSid: sid, AccountSid: accountSid, AnsweredBy: 'machine_start', MachineDetectionDuration: '3500' },
  )
})

test('an asynchronous detection reports after the request for instructions, and only if the call lasts', async () => {
  const cases: [string, string, string[]][] = [
    ['00', '<Pause length="20"/>', ['human']],
    ['05', '<Pause length="20"/>', ['machine_start']],
    ['05', '<Hangup/>', []],
    ['50', '<Pause length="20"/>', ['human']],
    ['11', '<Pause length="20"/>', []],
  ]
  for (const [digits, verbs, verdicts] of cases) {
    await using program = await CallingProgram.start({ '/start': () => verbs })
    // The verdict takes 3.5 s of the call: the call that hangs up must be over by then.
    const lasts = verbs !== '<Hangup/>'
    await using network = await startPhoneNetwork({ port: 0, speed: lasts ? unhurried : 2 })
    const report = `${program.url}/amd?attempt=7`
    await place(network, program, `+141555501${digits}`, ...asynchronously(report))
    await network.idle()
    const reports = program.at('/amd')
    assert.deepEqual(
      reports.map(({ fields }) => fields['AnsweredBy']),
      verdicts,
      digits,
    )
    for (const received of reports) {
      assert.ok(validSignature(program, received))
      assert.equal(received.method, 'POST')
      assert.ok(program.received.indexOf(received) > program.received.indexOf(program.at('/start')[0]!))
    }
    const legs = network.entries().filter((entry) => entry.kind === 'leg')
    assert.equal(legs.at(-1)?.answered_by, verdicts[0] ?? null)
    assert.ok(legs.every((leg) => leg.machine_detection_callback === report))
  }
})

test('armed faults drop, repeat, delay and forge the report of a detection', async () => {
  const cases: [FaultRuleInput, number][] = [
    [{ operation: 'machine_detection', fault: { kind: 'drop' } }, 0],
    [{ operation: 'machine_detection', fault: { kind: 'duplicate' } }, 2],
    [{ operation: 'machine_detection', fault: { kind: 'delay', ms: 20 } }, 1],
    [{ operation: 'machine_detection', fault: { kind: 'forge' } }, 2],
    [{ operation: 'machine_detection', number: '+14155550100', fault: { kind: 'drop' } }, 1],
  ]
  for (const [rule, count] of cases) {
    await using program = await CallingProgram.start({ '/start': () => '<Pause length="20"/>' })
    await using network = await startPhoneNetwork({ port: 0, speed })
    network.addFault(rule)
    await place(network, program, '+14155550105', ...asynchronously(`${program.url}/amd`))
    await network.idle()
    const reports = program.at('/amd')
    const valid = reports.filter((received) => validSignature(program, received))
    const forged = rule.operation !== 'connection' && rule.fault.kind === 'forge' ? 1 : 0
    assert.deepEqual([reports.length, valid.length], [count, count - forged], JSON.stringify(rule))
  }
})

test('the log and the record of a call contain its numbers, times and addresses', async () => {
  await using program = await CallingProgram.start({ '/start': () => '<Pause length="20"/>' })
  await using network = await startPhoneNetwork({ port: 0, speed })
  const detection = asynchronously(`${program.url}/amd`)
  const sid = await place(network, program, '+14155550105', ...detection)
  await network.idle()
  const addresses = {
    instructions_url: `${program.url}/start?attempt=7`,
    status_callback: `${program.url}/status?attempt=7#ct=2000`,
    machine_detection_callback: `${program.url}/amd`,
  }
  const legs = network.entries().filter((entry) => entry.kind === 'leg')
  assert.deepEqual(
    legs.map(({ event }) => event),
    ['placed', 'dialled', 'ringing', 'answered', 'machine_detected', 'ended'],
  )
  for (const { call_sid, from, to, instructions_url, status_callback, machine_detection_callback } of legs) {
    assert.deepEqual([call_sid, from, to], [sid, '+14155550199', '+14155550105'])
    assert.deepEqual({ instructions_url, status_callback, machine_detection_callback }, addresses)
  }
  const [record] = network.calls()
  const { placed_at, dialled_at, ringing_at, answered_at, ended_at, ...rest } = record!
  assert.deepEqual(
    [placed_at, dialled_at, ringing_at, answered_at, ended_at].map((at) => typeof at),
    ['string', 'string', 'string', 'string', 'string'],
  )
  assert.partialDeepStrictEqual(rest, { ...addresses, answered_by: 'machine_start' })
})

test('an address that refuses connections is tried twice, an error answer once', async () => {
  await using program = await CallingProgram.start({
    '/status': () => ({ status: 500 }),
    '/start': () => '<Hangup/>',
  })
  await using network = await startPhoneNetwork({ port: 0, speed })
  await place(network, program, '+14155550110')
  await place(network, program, '+14155550100', ['StatusCallback', 'http://127.0.0.1:9/x'])
  const form: [string, string][] = [
    ['To', '+14155550110'],
    ['From', '+14155550199'],
    ['Twiml', '<Response/>'],
    ['StatusCallback', 'http://127.0.0.1:9/x'],
  ]
  await rest(network.url, 'POST', '/Calls.json', form)
  await network.idle()
  assert.equal(program.at('/status').filter(({ fields }) => String(fields['To']).endsWith('10')).length, 2)
  const sent = network.entries().filter((entry) => entry.kind === 'callback' && entry.url.includes(':9/'))
  assert.deepEqual(
    sent.map((entry) => entry.kind === 'callback' && entry.attempt),
    [1, 2],
  )
})

test('a callback that is not answered in time is aborted', async () => {
  await using program = await CallingProgram.start({ '/status': () => ({ status: 200, afterMs: 5000 }) })
  await using network = await startPhoneNetwork({
    port: 0,
    speed,
    callbackLimits: { connectMs: 50, totalMs: 80 },
  })
  await place(network, program, '+14155550110')
  await network.idle()
  assert.equal(program.at('/status').length, 2)
  const answers = network.entries().filter((entry) => entry.kind === 'callback_answer')
  assert.deepEqual(
    answers.map((entry) => entry.failure),
    ['answer: ETIMEDOUT', 'answer: ETIMEDOUT'],
  )
})
