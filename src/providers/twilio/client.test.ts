import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import type { PlaceCallOutcome } from '../voice-carrier.ts'
import { createTwilioClient } from './client.ts'
import { retryAfterMsMax } from './outcome.ts'

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const authToken = 'canary-token-77'
const callSid = `CA${'fedcba9876543210'.repeat(2)}`
/** Times that no test reaches unless it hangs. */
const access = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 20_000, givenHosts }
/** For carriers that are too slow. */
const slowLimits = { requestTimeoutMs: 2_000 }
const dial = {
  to: '+14155550101',
  from: '+14155550100',
  instructionsUrl: 'https://calls.example.com/webhooks/a/b/instructions',
  statusCallbackUrl: 'https://calls.example.com/webhooks/a/b/status?x=1&y=2',
  ringTimeoutSeconds: 25,
}
const detectionUrl = 'https://calls.example.com/webhooks/a/b/answerer'
const again = '#rc=5&rp=ct,rt,5xx&ct=2000&rt=7000&tt=15000'
const created = JSON.stringify({
  sid: callSid,
  status: 'queued',
  account_sid: accountSid,
  date_created: null,
  to: dial.to,
  subresource_uris: { events: `/2010-04-01/Accounts/${accountSid}/Calls/${callSid}/Events.json` },
})
const refusal = (code: unknown, more = {}) => ({
  code,
  message: `${authToken} ${dial.to}`,
  status: 400,
  ...more,
})

const clientOf = (apiUrl: string, more = {}) =>
  createTwilioClient({ accountSid, authToken, apiUrl, apiUrlGivenBy: null }, { ...access, ...more })

test('requests a call with two events, POST for callbacks and the address prefix kept', async () => {
  process.env['TWILIO_REGION'] = 'nowhere'
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(201, created)))
  const client = clientOf(`${carrier.url}/prefix/`)
  const outcome = await client.placeCall({ ...dial, asyncMachineDetectionUrl: detectionUrl })
  delete process.env['TWILIO_REGION']
  delete process.env['HTTP_PROXY']
  assert.deepEqual(outcome, { kind: 'accepted', carrierCallSid: callSid })
  const [request] = carrier.requests
  assert.equal(request?.method, 'POST')
  assert.equal(request.path, `/prefix/2010-04-01/Accounts/${accountSid}/Calls.json`)
  assert.equal(request.headers['host'], new URL(carrier.url).host)
  assert.equal(request.headers['accept-encoding'], 'identity')
  assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded')
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  assert.equal(request.headers['authorization'], `Basic ${basic}`)
  assert.deepEqual(
    [...new URLSearchParams(request.body)].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    [
      ['AsyncAmd', 'true'],
      ['AsyncAmdStatusCallback', `${detectionUrl}${again}`],
      ['AsyncAmdStatusCallbackMethod', 'POST'],
      ['From', dial.from],
      ['MachineDetection', 'Enable'],
      ['Method', 'POST'],
      ['StatusCallback', `${dial.statusCallbackUrl}${again}`],
      ['StatusCallbackEvent', 'ringing'],
      ['StatusCallbackEvent', 'completed'],
      ['StatusCallbackMethod', 'POST'],
      ['Timeout', '25'],
      ['To', dial.to],
      ['Url', `${dial.instructionsUrl}${again}`],
    ],
  )
})

test('gives each of the requests that run at the same time its own answer', async () => {
  const sidOf = (to: string) => `CA${to.slice(-4).repeat(8)}`
  const waiting: (() => void)[] = []
  await using carrier = await startCarrier((socket, { body }) => {
    const sid = sidOf(new URLSearchParams(body).get('To')!)
    const answer = jsonAnswer(201, created.replaceAll(callSid, sid))
    waiting.push(() => socket.write(answer))
    // The last request is answered first.
    if (waiting.length === 4) for (const send of waiting.toReversed()) send()
  })
  const client = clientOf(carrier.url)
  const numbers = ['+14155550101', '+14155550102', '+14155550103', '+14155550104']
  const outcomes = await Promise.all(numbers.map((to) => client.placeCall({ ...dial, to })))
  assert.deepEqual(
    outcomes,
    numbers.map((to) => ({ kind: 'accepted', carrierCallSid: sidOf(to) })),
  )
})

test('requests no machine detection without an address for its verdict', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(201, created)))
  const client = clientOf(carrier.url)
  await client.placeCall(dial)
  await client.placeCall({ ...dial, asyncMachineDetectionUrl: null })
  for (const { body } of carrier.requests) assert.doesNotMatch(body, /machine|amd/i)
  assert.equal(carrier.requests.length, 2)
})

test('has the carrier end a call after its time limit, if it has one', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(201, created)))
  const client = clientOf(carrier.url)
  for (const timeLimitSeconds of [630, null, undefined])
    await client.placeCall({ ...dial, ...(timeLimitSeconds === undefined ? {} : { timeLimitSeconds }) })
  const limits = carrier.requests.map(({ body }) => new URLSearchParams(body).get('TimeLimit'))
  assert.deepEqual(limits, ['630', null, null])
})

const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`
const rejected = (code: string, about: 'number' | 'account') => ({ kind: 'rejected', code, about }) as const
const limited = (retryAfterMs: number | null) =>
  ({ kind: 'not_done', cause: 'rate_limit', retryAfterMs }) as const
const unknown = { kind: 'unknown' } as const
const accepted = { kind: 'accepted', carrierCallSid: callSid } as const
const dates = (pauseSeconds: number) => ({
  Date: 'Fri, 20 Nov 2026 10:00:00 GMT',
  'Retry-After': new Date(Date.UTC(2026, 10, 20, 10, 0, pauseSeconds)).toUTCString(),
})

/** What the carrier writes, and what must be made of it; reasons are looked at apart. */
const verdicts: [name: string, answer: string | Buffer, expected: Omit<PlaceCallOutcome, 'reason'>][] = [
  ['201 with a call', jsonAnswer(201, created), accepted],
  ['200 with a call', jsonAnswer(200, created), accepted],
  ['a call in chunks', chunked(201, created), accepted],
  [
    'a call after informational answers',
    `HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nLink: <a>\r\n\r\n${jsonAnswer(201, created)}`,
    accepted,
  ],
  ['a call with deep members beside', jsonAnswer(201, `{"sid":"${callSid}","deep":${deep}}`), accepted],
  ['a repeated member, the last right', jsonAnswer(201, `{"sid":"no","sid":"${callSid}"}`), accepted],
  ['a repeated member, the last wrong', jsonAnswer(201, `{"sid":"${callSid}","sid":7}`), unknown],
  ['200 with an error inside', jsonAnswer(200, refusal(21211)), unknown],
  ['201 with nothing', jsonAnswer(201, ''), unknown],
  ['201 with null', jsonAnswer(201, 'null'), unknown],
  ['201 with only depth', jsonAnswer(201, deep), unknown],
  ['201 with cut JSON', jsonAnswer(201, created.slice(0, -1)), unknown],
  ['201 with more than JSON', jsonAnswer(201, `${created}x`), unknown],
  ['201 in a list', jsonAnswer(201, `[${created}]`), unknown],
  ['201 as HTML', jsonAnswer(201, created, { 'Content-Type': 'text/html' }), unknown],
  ['201 without a type', jsonAnswer(201, created, { 'Content-Type': '' }), unknown],
  ['201 with a number for a SID', jsonAnswer(201, { sid: 12 }), unknown],
  ['201 with an account for a SID', jsonAnswer(201, { sid: accountSid }), unknown],
  ['201 with a short SID', jsonAnswer(201, { sid: callSid.slice(0, -1) }), unknown],
  ['201 with a long SID', jsonAnswer(201, { sid: `${callSid}0` }), unknown],
  ['201 with a line after the SID', jsonAnswer(201, { sid: `${callSid}\n` }), unknown],
  ['202 with a call', jsonAnswer(202, created), unknown],
  ['204', 'HTTP/1.1 204 N\r\n\r\n', unknown],
  ['206 with a call', jsonAnswer(206, created), unknown],
  ['201 compressed', gzipped(created), unknown],
  ['201 with two lengths', jsonAnswer(201, created, { 'content-length': '5' }), unknown],
  ['101', 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', unknown],
  ['199', jsonAnswer(199, created), unknown],
  ['301 to itself', jsonAnswer(301, '', { Location: '/' }), unknown],
  ['307 to itself', jsonAnswer(307, '', { Location: '/' }), unknown],
  ['304 with a call', 'HTTP/1.1 304 N\r\n\r\n', unknown],
  ['500 with a code', jsonAnswer(500, refusal(20500, { status: 500 })), unknown],
  ['503 with a refusal', jsonAnswer(503, refusal(21211, { status: 503 })), unknown],
  [
    '503 with a rate limit',
    jsonAnswer(503, refusal(20429, { status: 503 }), { 'Retry-After': '1' }),
    unknown,
  ],
  ['599', jsonAnswer(599, ''), unknown],
  ['999', jsonAnswer(999, created), unknown],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', unknown],
  ['HTTP/0.9', created, unknown],
  ['headers without end', `HTTP/1.1 201 C\r\n${'X: y\r\n'.repeat(9_000)}`, unknown],
  ['400 about the number', jsonAnswer(400, refusal(21211)), rejected('21211', 'number')],
  [
    '400 as problem JSON',
    jsonAnswer(400, refusal(21214), { 'Content-Type': 'application/problem+json' }),
    rejected('21214', 'number'),
  ],
  ['401', jsonAnswer(401, refusal(20003, { status: 401 })), rejected('20003', 'account')],
  [
    '403 about the country',
    jsonAnswer(403, refusal(21215, { status: undefined })),
    rejected('21215', 'account'),
  ],
  ['404', jsonAnswer(404, refusal(20404, { status: 404 })), rejected('20404', 'account')],
  ['400 with an unheard-of code', jsonAnswer(400, refusal(98765)), rejected('98765', 'account')],
  ['400 with a success inside', jsonAnswer(400, refusal(21211, { sid: callSid })), unknown],
  [
    '400 with a success deep inside',
    jsonAnswer(400, refusal(21211, { a: [{ uri: `/Calls/${callSid}.json` }] })),
    unknown,
  ],
  [
    '400 with a success behind a repeated member',
    jsonAnswer(400, `{"sid":"${callSid}","sid":null,"code":21211}`),
    unknown,
  ],
  ['429 with a success inside', jsonAnswer(429, refusal(20429, { sid: callSid, status: 429 })), unknown],
  ['400 of another status inside', jsonAnswer(400, refusal(21211, { status: 201 })), unknown],
  ['400 with the fault of a server', jsonAnswer(400, refusal(20500)), unknown],
  ['400 with a code in a string', jsonAnswer(400, refusal('21211')), unknown],
  ['400 with a broken code', jsonAnswer(400, refusal(21211.5)), unknown],
  ['400 with a huge code', jsonAnswer(400, refusal(1e300)), unknown],
  ['400 with a code of nothing', jsonAnswer(400, refusal(null)), unknown],
  ['400 without JSON', jsonAnswer(400, '<html>', { 'Content-Type': 'text/html' }), unknown],
  ['403 of a proxy that says JSON', jsonAnswer(403, { error: 'denied' }), unknown],
  ['407 of a proxy', jsonAnswer(407, ''), unknown],
  ['429', jsonAnswer(429, refusal(20429, { status: 429 })), limited(null)],
  ['429 without JSON', jsonAnswer(429, 'slow down', { 'Content-Type': 'text/plain' }), limited(null)],
  [
    '429 with a pause',
    jsonAnswer(429, refusal(20429, { status: 429 }), { 'Retry-After': '3' }),
    limited(3_000),
  ],
  ['429 with a pause of years', jsonAnswer(429, '', { 'Retry-After': '99999999' }), limited(retryAfterMsMax)],
  ['429 with a pause below nothing', jsonAnswer(429, '', { 'Retry-After': '-5' }), limited(null)],
  ['429 with a pause to a time', jsonAnswer(429, '', dates(7)), limited(7_000)],
  ['429 with a pause to a time in the past', jsonAnswer(429, '', dates(-7)), limited(0)],
  [
    '429 with a pause to a time without a date',
    jsonAnswer(429, '', { 'Retry-After': 'Fri, 20 Nov 2026 10:00:00 GMT' }),
    limited(null),
  ],
  ['400 for too many calls at once', jsonAnswer(400, refusal(10004)), limited(null)],
  ['400 for a full queue', jsonAnswer(400, refusal(22005)), limited(null)],
  ['400 for too many requests', jsonAnswer(400, refusal(20429)), limited(null)],
]

test('turns every answer into exactly one of four outcomes, by one request, with no part of the answer in the reason', async (t) => {
  for (const [name, answer, expected] of verdicts)
    await t.test(name, async () => {
      await using carrier = await startCarrier((socket) => socket.end(answer))
      const outcome = await clientOf(carrier.url).placeCall(dial)
      assertReason(outcome)
      const { reason: _, ...rest } = { reason: '', ...outcome }
      assert.deepEqual(rest, expected)
      assert.equal(carrier.requests.length, 1)
    })
})

/** Framings of one accepted answer; the last has no length, so that only the JSON itself shows a cut. */
const framings = {
  'a length': jsonAnswer(201, created),
  chunks: chunked(201, created),
  'neither length nor chunks': `HTTP/1.1 201 C\r\nContent-Type: application/json\r\n\r\n${created}`,
}

for (const [name, whole] of Object.entries(framings))
  for (const how of ['ended', 'reset'] as const)
    test(`an accepted answer with ${name}, ${how} after any byte but the last, is unknown`, async () => {
      let cutAt = 0
      await using carrier = await startCarrier((socket) => {
        // A reset overtakes what was not read yet, so that the client sees the bytes or fewer.
        socket.write(whole.slice(0, cutAt), () =>
          how === 'ended' ? socket.end() : setImmediate(() => socket.resetAndDestroy()),
        )
      })
      const client = clientOf(carrier.url)
      const last = name === 'chunks' ? whole.length - 1 : whole.length
      for (let bytes = 0; bytes < last; bytes++) {
        cutAt = bytes
        const outcome = await client.placeCall(dial)
        assert.equal(outcome.kind, 'unknown', `${bytes} of ${whole.length} bytes`)
      }
      assert.equal(carrier.requests.length, last)
      if (how === 'reset') return
      cutAt = whole.length
      assert.deepEqual(await client.placeCall(dial), accepted)
    })

const slownesses: [name: string, answer: (socket: Socket) => void][] = [
  ['stalls before the answer', () => {}],
  ['stalls inside the status line', (socket) => socket.write('HTTP/1.1 20')],
  ['stalls inside the headers', (socket) => socket.write('HTTP/1.1 201 Created\r\nContent-Ty')],
  ['stalls inside the body', (socket) => socket.write(jsonAnswer(201, created).slice(0, -20))],
  [
    'stalls in a body that only closing the connection would end',
    (socket) => socket.write(framings['neither length nor chunks']),
  ],
  ['drips its headers', (socket) => drip(socket, `HTTP/1.1 201 Created\r\nX-Slow: ${'y'.repeat(1_000)}`)],
  ['drips its body', (socket) => drip(socket, jsonAnswer(201, created))],
  ['informs without end', (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(40))],
]

describe('a slow carrier', { concurrency: true }, () => {
  // The first request loads the SDK, before its time begins.
  before(() => import('twilio/lib/rest/Twilio.js'))

  for (const [name, answer] of slownesses)
    test(`a carrier that ${name} is unknown at the request's limit (Rule 45)`, async () => {
      const { requestTimeoutMs } = slowLimits
      await using carrier = await startCarrier(answer)
      const begun = performance.now()
      const outcome = await endsWithin(requestTimeoutMs + 1_000, () =>
        clientOf(carrier.url, slowLimits).placeCall(dial),
      )
      assert(performance.now() - begun >= requestTimeoutMs - 5)
      assert.deepEqual(outcome, { kind: 'unknown', reason: 'the carrier did not answer in time' })
    })
})

test('a body of 100 MB is cut at the limit and unknown', async () => {
  let written = 0
  await using carrier = await startCarrier((socket) => {
    socket.write('HTTP/1.1 201 C\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n')
    const block = Buffer.alloc(65_536, ' ')
    const pump = (): void => {
      while (!socket.destroyed && written < 104_857_600) {
        written += block.length
        if (!socket.write(block)) return void socket.once('drain', pump)
      }
    }
    pump()
  })
  const outcome = await clientOf(carrier.url).placeCall(dial)
  assert.deepEqual(outcome, { kind: 'unknown', reason: "the carrier's answer was too large to be read" })
  assert(written < 20_000_000, `${written} bytes`)
})

test('a connection reset once the request was read is unknown', async () => {
  await using carrier = await startCarrier((socket) => socket.resetAndDestroy())
  assert.equal((await clientOf(carrier.url).placeCall(dial)).kind, 'unknown')
})

test('a call that can not be sent is not done, and one that is aborted after it was sent is unknown', async () => {
  const closed = await startCarrier(() => {})
  await closed[Symbol.asyncDispose]()
  assert.deepEqual(await clientOf(closed.url).placeCall(dial), {
    kind: 'not_done',
    cause: 'unreachable',
    reason: 'the carrier refused the connection',
    retryAfterMs: null,
  })
  const controller = new AbortController()
  await using carrier = await startCarrier(() => controller.abort())
  assert.equal((await clientOf(carrier.url).placeCall(dial, controller.signal)).kind, 'unknown')
  assert.equal((await clientOf(carrier.url).placeCall(dial, controller.signal)).kind, 'not_done')
  assert.equal(carrier.requests.length, 1)
})

test('a call that is too late is not done, and nothing is sent to the carrier', async () => {
  await using carrier = await startCarrier((socket) => socket.write(jsonAnswer(201, created)))
  const client = clientOf(carrier.url)
  const outcome = await client.placeCall(dial, undefined, () => false)
  assertReason(outcome)
  const { reason: _, ...rest } = { reason: '', ...outcome }
  assert.deepEqual(rest, { kind: 'not_done', cause: 'too_late', retryAfterMs: null })
  assert.equal(carrier.requests.length, 0)
  assert.deepEqual(await client.placeCall(dial, undefined, () => true), accepted)
  assert.equal(carrier.requests.length, 1)
})

test('refuses an account that is malformed', () => {
  const make = (more: object) => () =>
    createTwilioClient({ accountSid, authToken, apiUrl: null, apiUrlGivenBy: null, ...more }, access)
  assert.doesNotThrow(make({}))
  for (const apiUrl of ['', 'api.twilio.com', 'ftp://x', 'https://u:p@x', 'https://x/?q', 'https://x/#f'])
    assert.throws(make({ apiUrl }))
  assert.throws(make({ accountSid: 'AC1' }))
  assert.throws(make({ authToken: '' }))
})

/** Reasons go to callers and into rows: no digits of any kind, no secret, one line that can follow a colon. */
function assertReason(outcome: { kind: string; reason?: string } | { kind: string }): void {
  if (!('reason' in outcome) || outcome.reason === undefined) return
  assert.match(outcome.reason, /^[a-z][a-zA-Z ,';-]{10,99}$/)
  assert(!outcome.reason.includes('canary'))
}

function chunked(status: number, body: string): string {
  const size = (text: string) => text.length.toString(16)
  const [one, two] = [body.slice(0, 40), body.slice(40)]
  const head = `HTTP/1.1 ${status} Any\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  return `${head}${size(one)}\r\n${one}\r\n${size(two)}\r\n${two}\r\n0\r\n\r\n`
}

function gzipped(body: string): Buffer {
  const bytes = gzipSync(body)
  const head = 'HTTP/1.1 201 C\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n'
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes])
}

/** Writes a byte every 20 ms, so that any of these texts lasts longer than the limit. */
function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++)), 20)
  socket.once('close', () => clearInterval(timer))
}
