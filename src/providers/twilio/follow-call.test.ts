import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import { createTwilioClient } from './client.ts'

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const authToken = 'canary-token-77'
const callSid = `CA${'fedcba9876543210'.repeat(2)}`
const access = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 20_000, givenHosts }
const refusal = (code: number, more = {}) => ({ code, message: authToken, status: 400, ...more })
const clientOf = (apiUrl: string) =>
  createTwilioClient({ accountSid, authToken, apiUrl, apiUrlGivenBy: null }, access)

test('reads a call as the carrier shows it', async () => {
  const shown = {
    sid: callSid,
    status: 'completed',
    date_created: 'Tue, 31 Aug 2010 20:36:28 +0000',
    start_time: 'Tue, 31 Aug 2010 20:36:29 +0000',
    end_time: 'Tue, 31 Aug 2010 20:36:44 +0000',
    duration: '15',
    answered_by: 'machine_start',
  }
  const none = { date_created: null, start_time: null, end_time: '', duration: null, answered_by: null }
  const answers = [
    shown,
    { ...shown, ...none, status: 'queued' },
    { ...shown, duration: '1.5', answered_by: 'robot' },
    { ...shown, answered_by: 'machine' },
  ]
  await using carrier = await startCarrier((socket) => socket.end(jsonAnswer(200, answers.shift())))
  const client = clientOf(carrier.url)
  assert.deepEqual(await client.fetchCall(callSid), {
    kind: 'found',
    call: {
      sid: callSid,
      status: 'completed',
      created_at: new Date('2010-08-31T20:36:28Z'),
      started_at: new Date('2010-08-31T20:36:29Z'),
      ended_at: new Date('2010-08-31T20:36:44Z'),
      duration_seconds: 15,
      answered_by: 'machine_start',
    },
  })
  assert.deepEqual(await client.fetchCall(callSid), {
    kind: 'found',
    call: {
      sid: callSid,
      status: 'queued',
      created_at: null,
      started_at: null,
      ended_at: null,
      duration_seconds: null,
      answered_by: null,
    },
  })
  const odd = await client.fetchCall(callSid)
  assert(odd.kind === 'found' && odd.call.duration_seconds === null && odd.call.answered_by === 'unknown')
  const machine = await client.fetchCall(callSid)
  assert(machine.kind === 'found' && machine.call.answered_by === 'machine_start')
  assert.equal(carrier.requests[0]?.path, `/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`)
})

test('reports a call that does not exist apart from one that can not be read', async () => {
  const missing = jsonAnswer(404, refusal(20404, { status: 404 }))
  const cases: [answer: string, kind: string][] = [
    [missing, 'absent'],
    [jsonAnswer(404, 'no such page', { 'Content-Type': 'text/html' }), 'unknown'],
    [jsonAnswer(200, { sid: callSid.replace('f', 'e'), status: 'queued' }), 'unknown'],
    [jsonAnswer(200, { sid: callSid, status: 'dreaming' }), 'unknown'],
    [jsonAnswer(401, refusal(20003, { status: 401 })), 'unknown'],
    [jsonAnswer(429, refusal(20429, { status: 429 })), 'unknown'],
    [jsonAnswer(500, ''), 'unknown'],
    [missing.slice(0, -1), 'unknown'],
  ]
  for (const [answer, kind] of cases) {
    await using carrier = await startCarrier((socket) => socket.end(answer))
    const outcome = await clientOf(carrier.url).fetchCall(callSid)
    assertReason(outcome)
    assert.equal(outcome.kind, kind, answer)
  }
})

test('accepts an account that is active, and says why another is not accepted', async () => {
  const accepted = { kind: 'accepted' }
  const refused = (reason: string) => ({ kind: 'refused', reason })
  const notActive = refused('the carrier account is not active')
  const credentials = refused('the carrier does not accept the credentials')
  const cases: [answer: string, expected: object][] = [
    [jsonAnswer(200, { sid: accountSid, status: 'active' }), accepted],
    [jsonAnswer(200, { sid: accountSid }), accepted],
    [jsonAnswer(200, { sid: accountSid, status: 'suspended' }), notActive],
    [jsonAnswer(200, { sid: accountSid, status: 'closed' }), notActive],
    [jsonAnswer(401, refusal(20005, { status: 401 })), notActive],
    [
      jsonAnswer(403, refusal(20008, { status: 403 })),
      refused('the carrier account has test credentials, which place no calls'),
    ],
    [
      jsonAnswer(401, refusal(20003, { status: 401 })),
      refused('the credentials of the carrier account are not accepted'),
    ],
    [jsonAnswer(403, refusal(98765, { status: 403 })), credentials],
    [jsonAnswer(401, '', { 'Content-Type': 'text/html' }), credentials],
  ]
  for (const [answer, expected] of cases) {
    await using carrier = await startCarrier((socket) => socket.end(answer))
    assert.deepEqual(await clientOf(carrier.url).fetchAccount(), expected, answer)
  }
})

test('ends a call, and reports one that was over already, one to try again, and one that Twilio does not end', async () => {
  const again = { kind: 'unknown', retryAfterMs: null }
  const refused = (code: string) => ({ kind: 'refused', code })
  const cases: [answer: string, expected: object][] = [
    ...['completed', 'canceled', 'busy', 'no-answer', 'failed'].map((status): [string, object] => [
      jsonAnswer(200, { sid: callSid, status }),
      { kind: 'ended' },
    ]),
    [jsonAnswer(400, refusal(21220, { message: `Call ${callSid} is over` })), { kind: 'already_over' }],
    ...['queued', 'ringing', 'in-progress', 'dreaming'].map((status): [string, object] => [
      jsonAnswer(200, { sid: callSid, status }),
      again,
    ]),
    [jsonAnswer(404, refusal(20404, { status: 404 })), again],
    [jsonAnswer(404, '', { 'Content-Type': 'text/html' }), again],
    [jsonAnswer(200, { sid: callSid.replace('f', 'e'), status: 'completed' }), again],
    [jsonAnswer(200, { sid: callSid, status: 'completed' }).slice(0, -1), again],
    [jsonAnswer(204, ''), again],
    [
      jsonAnswer(429, refusal(20429, { status: 429 }), { 'Retry-After': '2' }),
      { ...again, retryAfterMs: 2_000 },
    ],
    [jsonAnswer(429, '', { 'Retry-After': '2' }), { ...again, retryAfterMs: 2_000 }],
    [jsonAnswer(400, refusal(20500)), again],
    [jsonAnswer(401, refusal(20003, { status: 401 })), refused('20003')],
    [jsonAnswer(400, refusal(98765)), refused('98765')],
    [jsonAnswer(401, '', { 'Content-Type': 'text/html' }), again],
    [jsonAnswer(503, ''), again],
    ['', again],
  ]
  for (const [answer, expected] of cases) {
    await using carrier = await startCarrier((socket) => socket.end(answer))
    const outcome = await clientOf(carrier.url).endCall(callSid)
    assertReason(outcome)
    const { reason: _, ...rest } = { reason: '', ...outcome }
    assert.deepEqual(rest, expected, answer)
    assert.equal(carrier.requests[0]?.path, `/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`)
    assert.equal(carrier.requests[0].body, 'Status=completed')
  }
})

test('gives a call another time limit, and says where it may have kept the one before', async () => {
  const cases: [answer: string, kind: string][] = [
    [jsonAnswer(200, { sid: callSid, status: 'in-progress' }), 'limited'],
    [jsonAnswer(200, { sid: callSid.replace('f', 'e'), status: 'in-progress' }), 'unknown'],
    [jsonAnswer(400, refusal(21220)), 'unknown'],
    [jsonAnswer(429, refusal(20429, { status: 429 })), 'unknown'],
    [jsonAnswer(503, ''), 'unknown'],
    ['', 'unknown'],
  ]
  for (const [answer, kind] of cases) {
    await using carrier = await startCarrier((socket) => socket.end(answer))
    const outcome = await clientOf(carrier.url).limitCall(callSid, 1_230)
    assertReason(outcome)
    assert.equal(outcome.kind, kind, answer)
    assert.equal(carrier.requests[0]?.path, `/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`)
    assert.equal(carrier.requests[0].body, 'TimeLimit=1230')
  }
})

test('a malformed SID never becomes part of an address', async () => {
  const client = clientOf('http://127.0.0.1:1')
  for (const sid of ['', 'CA', accountSid, `${callSid}/../x`, `${callSid}\n`]) {
    await assert.rejects(client.fetchCall(sid))
    await assert.rejects(client.endCall(sid))
    await assert.rejects(client.limitCall(sid, 60))
  }
})

/** Reasons go to callers and into rows: no digits of any kind, no secret, one line that can follow a colon. */
function assertReason(outcome: { kind: string; reason?: string } | { kind: string }): void {
  if (!('reason' in outcome) || outcome.reason === undefined) return
  assert.match(outcome.reason, /^[a-z][a-zA-Z ,';-]{10,99}$/)
  assert(!outcome.reason.includes('canary'))
}
