import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import { sendMessage } from './client.ts'
import { retryAfterMsMax } from './graph-answer.ts'
import type { SendOutcome } from './outcome.ts'

const account = {
  phone_number_id: '100000000000001',
  access_token: 'canary-token-77',
  api_url_given_by: null,
  givenHosts,
}
const wamid = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA'
const message = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+16505551234',
  type: 'text',
  text: { body: 'canary text – ¿qué? 👍', preview_url: true },
}
const callbackData = '0190f3f0-0000-7000-8000-000000000001'
/** A time that no test reaches unless it hangs. */
const answerMs = 30_000
/** For answers that are too slow. */
const slowMs = 2_000
const taken = {
  messaging_product: 'whatsapp',
  contacts: [{ input: message.to, wa_id: '16505551234' }],
  messages: [{ id: wamid }],
}
const takenText = JSON.stringify(taken)
const status = (message_status: string) => ({ ...taken, messages: [{ id: wamid, message_status }] })
const refusal = (code: unknown, more = {}, beside = {}) => ({
  error: {
    message: `(#${String(code)}) ${account.access_token} ${message.to}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: message.text.body },
    fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    ...more,
  },
  ...beside,
})

const sendTo = (api_url: string, more: { answerMs?: number; signal?: AbortSignal } = {}) =>
  sendMessage({ ...account, api_url }, message, { callbackData, answerMs, ...more })

test('posts the message with the callback data, the token in the header and the address prefix kept', async () => {
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
  await using meta = await startCarrier((socket) => socket.write(jsonAnswer(200, taken)))
  const outcome = await sendTo(`${meta.url}/prefix/`)
  delete process.env['HTTP_PROXY']
  assert.deepEqual(outcome, { kind: 'accepted', messageId: wamid, waId: '16505551234', held: false })
  const [request] = meta.requests
  assert.equal(request?.method, 'POST')
  assert.equal(request.path, '/prefix/v23.0/100000000000001/messages')
  assert.equal(request.headers['authorization'], 'Bearer canary-token-77')
  assert.equal(request.headers['content-type'], 'application/json')
  assert.equal(request.headers['accept-encoding'], 'identity')
  const body: unknown = JSON.parse(Buffer.from(request.body, 'latin1').toString('utf8'))
  assert.deepEqual(body, { ...message, biz_opaque_callback_data: callbackData })
})

const accepted = { kind: 'accepted', messageId: wamid, waId: '16505551234', held: false } as const
const unknown = (code: string | null = null) => ({ kind: 'unknown', code }) as const
type Rejected = Extract<SendOutcome, { kind: 'rejected' }>
const rejected = (code: string, about: Rejected['about']) => ({ kind: 'rejected', code, about }) as const
type NotDone = Extract<SendOutcome, { kind: 'not_done' }>
const notDone = (code: string, cause: NotDone['cause'], retryAfterMs: number | null = null) =>
  ({ kind: 'not_done', cause, code, retryAfterMs }) as const
const html = { 'Content-Type': 'text/html' }
const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`
const dates = (pauseSeconds: number) => ({
  Date: 'Fri, 20 Nov 2026 10:00:00 GMT',
  'Retry-After': new Date(Date.UTC(2026, 10, 20, 10, 0, pauseSeconds)).toUTCString(),
})

/** What Meta writes, and what must be made of it; reasons are looked at apart. */
const verdicts: [name: string, answer: string | Buffer, expected: object][] = [
  ['200 with a message', jsonAnswer(200, taken), accepted],
  ['201 with a message', jsonAnswer(201, taken), accepted],
  ['a message in chunks', chunked(200, takenText), accepted],
  ['a message as another type', jsonAnswer(200, taken, { 'Content-Type': 'text/javascript' }), accepted],
  ['a message of a template', jsonAnswer(200, status('accepted')), accepted],
  [
    'a message that is held',
    jsonAnswer(200, status('held_for_quality_assessment')),
    { ...accepted, held: true },
  ],
  ['a message of a paused template', jsonAnswer(200, status('paused')), { ...accepted, held: true }],
  ['a message with an unknown status', jsonAnswer(200, status('pondered')), accepted],
  ['a message without contacts', jsonAnswer(200, { messages: taken.messages }), { ...accepted, waId: null }],
  [
    'a message to a person who hides their number',
    jsonAnswer(200, { ...taken, contacts: [{ user_id: 'US.1' }] }),
    { ...accepted, waId: null },
  ],
  [
    'a message with contacts that are none',
    jsonAnswer(200, { ...taken, contacts: 7 }),
    { ...accepted, waId: null },
  ],
  [
    'a message with deep members beside',
    jsonAnswer(200, `{"messages":[{"id":"${wamid}"}],"deep":${deep}}`),
    { ...accepted, waId: null },
  ],
  [
    'a message after informational answers',
    `HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nLink: <a>\r\n\r\n${jsonAnswer(200, taken)}`,
    accepted,
  ],
  ['200 without messages', jsonAnswer(200, { messaging_product: 'whatsapp' }), unknown()],
  ['200 with no message', jsonAnswer(200, { ...taken, messages: [] }), unknown()],
  ['200 with a message without id', jsonAnswer(200, { ...taken, messages: [{}] }), unknown()],
  ['200 with an empty id', jsonAnswer(200, { ...taken, messages: [{ id: '' }] }), unknown()],
  ['200 with a number for an id', jsonAnswer(200, { ...taken, messages: [{ id: 7 }] }), unknown()],
  ['200 with an endless id', jsonAnswer(200, { ...taken, messages: [{ id: 'w'.repeat(300) }] }), unknown()],
  ['200 with a line in the id', jsonAnswer(200, { ...taken, messages: [{ id: `${wamid}\n` }] }), unknown()],
  ['200 with success alone', jsonAnswer(200, { success: true }), unknown()],
  ['200 with an error inside', jsonAnswer(200, refusal(131047)), unknown()],
  ['200 with an error and a message', jsonAnswer(200, { ...taken, ...refusal(131047) }), unknown()],
  ['200 with nothing', jsonAnswer(200, ''), unknown()],
  ['200 with null', jsonAnswer(200, 'null'), unknown()],
  ['200 with only depth', jsonAnswer(200, deep), unknown()],
  ['200 with cut JSON', jsonAnswer(200, takenText.slice(0, -1)), unknown()],
  ['200 as HTML', jsonAnswer(200, '<html>', html), unknown()],
  ['200 compressed', gzipped(takenText), unknown()],
  ['204', 'HTTP/1.1 204 N\r\n\r\n', unknown()],
  ['101', 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', unknown()],
  ['301 to itself', jsonAnswer(301, '', { Location: '/' }), unknown()],
  ['307 with an error', jsonAnswer(307, refusal(131047), { Location: '/' }), unknown()],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', unknown()],
  ['headers without end', `HTTP/1.1 200 C\r\n${'X: y\r\n'.repeat(9_000)}`, unknown()],
  ['a closed window', jsonAnswer(400, refusal(131047)), rejected('131047', 'window')],
  ['a recipient without WhatsApp', jsonAnswer(400, refusal(131026)), rejected('131026', 'recipient')],
  ['a recipient who opted out', jsonAnswer(400, refusal(131050)), rejected('131050', 'opt_out')],
  ['a template that is missing', jsonAnswer(404, refusal(132001)), rejected('132001', 'template')],
  ['a token that expired', jsonAnswer(401, refusal(190)), rejected('190', 'sender')],
  ['a token of nobody', jsonAnswer(401, refusal(0)), rejected('0', 'sender')],
  ['a permission among a hundred', jsonAnswer(403, refusal(294)), rejected('294', 'sender')],
  ['an invalid parameter', jsonAnswer(400, refusal(100)), rejected('100', 'message')],
  [
    'an object that is missing',
    jsonAnswer(400, refusal(100, { error_subcode: 33 })),
    rejected('100', 'sender'),
  ],
  [
    'data of the error in a string',
    jsonAnswer(400, refusal(131009, { error_data: 'x' })),
    rejected('131009', 'message'),
  ],
  [
    'a refusal as text',
    jsonAnswer(400, refusal(131051), { 'Content-Type': 'text/plain' }),
    rejected('131051', 'message'),
  ],
  ['a listed refusal with 500', jsonAnswer(500, refusal(3)), rejected('3', 'sender')],
  ['an eligibility with 500', jsonAnswer(500, refusal(134102)), rejected('134102', 'template')],
  ['a listed refusal with 503', jsonAnswer(503, refusal(131047)), rejected('131047', 'window')],
  [
    'a listed refusal that says little',
    jsonAnswer(400, { error: { code: 131047 } }),
    rejected('131047', 'window'),
  ],
  ['an unlisted refusal', jsonAnswer(400, refusal(131999)), rejected('131999', 'message')],
  ['an unlisted refusal with 499', jsonAnswer(499, refusal(131999)), rejected('131999', 'message')],
  ['an unlisted fault', jsonAnswer(500, refusal(131999)), unknown('131999')],
  [
    'an unlisted refusal that passes',
    jsonAnswer(400, refusal(131999, { is_transient: true })),
    unknown('131999'),
  ],
  ['an unlisted limit', jsonAnswer(429, refusal(131999)), notDone('131999', 'rate_limit')],
  ['a listed refusal with 429', jsonAnswer(429, refusal(131026)), rejected('131026', 'recipient')],
  ['too many messages', jsonAnswer(400, refusal(130429)), notDone('130429', 'rate_limit')],
  ['too many messages with 429', jsonAnswer(429, refusal(130429)), notDone('130429', 'rate_limit')],
  ['too many requests of the app', jsonAnswer(400, refusal(4)), notDone('4', 'rate_limit')],
  ['too many requests of the account', jsonAnswer(400, refusal(80007)), notDone('80007', 'rate_limit')],
  ['a restricted sender', jsonAnswer(400, refusal(131048)), notDone('131048', 'rate_limit', 3_600_000)],
  ['too many messages to a person', jsonAnswer(400, refusal(131056)), notDone('131056', 'pair_limit', 1_000)],
  ['a number in maintenance', jsonAnswer(500, refusal(131057)), notDone('131057', 'passing_fault', 60_000)],
  [
    'a pause',
    jsonAnswer(400, refusal(131056), { 'Retry-After': '3' }),
    notDone('131056', 'pair_limit', 3_000),
  ],
  [
    'a pause of years',
    jsonAnswer(400, refusal(4), { 'Retry-After': '99999999' }),
    notDone('4', 'rate_limit', retryAfterMsMax),
  ],
  ['a pause below nothing', jsonAnswer(400, refusal(4), { 'Retry-After': '-5' }), notDone('4', 'rate_limit')],
  ['a pause to a time', jsonAnswer(400, refusal(4), dates(7)), notDone('4', 'rate_limit', 7_000)],
  ['a pause to a time in the past', jsonAnswer(400, refusal(4), dates(-7)), notDone('4', 'rate_limit', 0)],
  ['an outage', jsonAnswer(503, refusal(2)), unknown('2')],
  ['an error of any kind', jsonAnswer(400, refusal(1)), unknown('1')],
  ['an unknown error', jsonAnswer(500, refusal(131000)), unknown('131000')],
  ['a service that is away', jsonAnswer(500, refusal(131016)), unknown('131016')],
  ['an unknown error with 400', jsonAnswer(400, refusal(131000)), unknown('131000')],
  [
    'a refusal that names a message',
    jsonAnswer(400, refusal(131047, {}, { messages: taken.messages })),
    unknown(),
  ],
  [
    'a limit that names a message',
    jsonAnswer(400, refusal(130429, {}, { messages: taken.messages })),
    unknown(),
  ],
  ['a refusal with its code in a string', jsonAnswer(400, refusal('131047')), unknown()],
  ['a refusal with a broken code', jsonAnswer(400, refusal(131047.5)), unknown()],
  ['a refusal with a negative code', jsonAnswer(400, refusal(-1)), unknown()],
  ['a refusal with a huge code', jsonAnswer(400, refusal(1e300)), unknown()],
  ['a refusal without code', jsonAnswer(400, refusal(null)), unknown()],
  ['a refusal in a list', jsonAnswer(400, [refusal(131047)]), unknown()],
  ['a refusal compressed', gzipped(JSON.stringify(refusal(131047)), 400), unknown()],
  ['a proxy that says JSON', jsonAnswer(403, { error: { code: 403, message: 'denied' } }), unknown()],
  ['a proxy that says JSON of another kind', jsonAnswer(403, { error: 'denied' }), unknown()],
  ['407 of a proxy', jsonAnswer(407, ''), unknown()],
  ['413 as HTML', jsonAnswer(413, '<html>', html), unknown()],
  ['429 as HTML', jsonAnswer(429, '<html>', html), unknown()],
  ['502 as HTML', jsonAnswer(502, '<html>', html), unknown()],
  ['504 with nothing', jsonAnswer(504, ''), unknown()],
  ['999 with a refusal', jsonAnswer(999, refusal(131047)), unknown()],
]

test('turns every answer into exactly one of four outcomes, by one request, with no part of the answer in the reason', async (t) => {
  for (const [name, answer, expected] of verdicts)
    await t.test(name, async () => {
      await using meta = await startCarrier((socket) => socket.end(answer))
      const outcome = await sendTo(meta.url)
      assertReason(outcome)
      const { reason: _, ...rest } = { reason: '', ...outcome }
      assert.deepEqual(rest, expected)
      assert.equal(meta.requests.length, 1)
    })
})

/** Framings of one accepted answer; the last has no length, so that only the JSON itself shows a cut. */
const framings = {
  'a length': jsonAnswer(200, taken),
  chunks: chunked(200, takenText),
  'neither length nor chunks': `HTTP/1.1 200 C\r\nContent-Type: application/json\r\n\r\n${takenText}`,
}

for (const [name, whole] of Object.entries(framings))
  for (const how of ['ended', 'reset'] as const)
    test(`an accepted answer with ${name}, ${how} after any byte but the last, is unknown`, async () => {
      let cutAt = 0
      await using meta = await startCarrier((socket) => {
        // A reset overtakes what was not read yet, so that the client sees the bytes or fewer.
        socket.write(whole.slice(0, cutAt), () =>
          how === 'ended' ? socket.end() : setImmediate(() => socket.resetAndDestroy()),
        )
      })
      const last = name === 'chunks' ? whole.length - 1 : whole.length
      for (let bytes = 0; bytes < last; bytes++) {
        cutAt = bytes
        const outcome = await sendTo(meta.url)
        assert.equal(outcome.kind, 'unknown', `${bytes} of ${whole.length} bytes`)
        assertReason(outcome)
      }
      assert.equal(meta.requests.length, last)
      if (how === 'reset') return
      cutAt = whole.length
      assert.deepEqual(await sendTo(meta.url), accepted)
    })

const slownesses: [name: string, answer: (socket: Socket) => void][] = [
  ['stalls before the answer', () => {}],
  ['stalls inside the status line', (socket) => socket.write('HTTP/1.1 20')],
  ['stalls inside the body', (socket) => socket.write(jsonAnswer(200, taken).slice(0, -20))],
  [
    'stalls in a body that only closing the connection would end',
    (socket) => socket.write(framings['neither length nor chunks']),
  ],
  ['drips its headers', (socket) => drip(socket, `HTTP/1.1 200 OK\r\nX-Slow: ${'y'.repeat(1_000)}`)],
  ['drips its body', (socket) => drip(socket, jsonAnswer(200, taken))],
]

describe('a slow answer', { concurrency: true }, () => {
  for (const [name, answer] of slownesses)
    test(`an answer that ${name} is unknown at the request's limit`, async () => {
      await using meta = await startCarrier(answer)
      const begun = performance.now()
      const outcome = await endsWithin(slowMs + 1_000, () => sendTo(meta.url, { answerMs: slowMs }))
      assert(performance.now() - begun >= slowMs - 5)
      assert.deepEqual(outcome, { kind: 'unknown', code: null, reason: 'WhatsApp did not answer in time' })
    })
})

test('a body of 100 MB is cut at the limit and unknown', async () => {
  let written = 0
  await using meta = await startCarrier((socket) => {
    socket.write('HTTP/1.1 200 C\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n')
    const block = Buffer.alloc(65_536, ' ')
    const pump = (): void => {
      while (!socket.destroyed && written < 104_857_600) {
        written += block.length
        if (!socket.write(block)) return void socket.once('drain', pump)
      }
    }
    pump()
  })
  const outcome = await sendTo(meta.url)
  assert.deepEqual(outcome, {
    kind: 'unknown',
    code: null,
    reason: "WhatsApp's answer was too large to be read",
  })
  assert(written < 20_000_000, `${written} bytes`)
})

test('a connection reset once the request was read is unknown', async () => {
  await using meta = await startCarrier((socket) => socket.resetAndDestroy())
  const outcome = await sendTo(meta.url)
  assert.equal(outcome.kind, 'unknown')
  assertReason(outcome)
})

test('a message that can not be sent is not done, and may be tried again', async () => {
  const closed = await startCarrier(() => {})
  await closed[Symbol.asyncDispose]()
  const unreachable = { kind: 'not_done', cause: 'unreachable', code: null, retryAfterMs: null } as const
  assert.deepEqual(await sendTo(closed.url), { ...unreachable, reason: 'WhatsApp refused the connection' })
  await using meta = await startCarrier(() => {})
  const insecure = await sendTo(meta.url.replace('http:', 'https:'), { answerMs: 400 })
  const { reason, ...rest } = { reason: '', ...insecure }
  assert.deepEqual(rest, unreachable)
  assert.match(reason, /^no (?:secure )?connection to WhatsApp/)
  assert.equal(meta.requests.length, 0)
})

test('an aborted message is not done before it was sent, and unknown afterwards', async () => {
  const controller = new AbortController()
  await using meta = await startCarrier(() => controller.abort())
  assert.equal((await sendTo(meta.url, { signal: controller.signal })).kind, 'unknown')
  assert.equal((await sendTo(meta.url, { signal: controller.signal })).kind, 'not_done')
  assert.equal(meta.requests.length, 1)
})

test('sends nothing with an account or callback data that are malformed, and shows nothing of them', async () => {
  await using meta = await startCarrier((socket) => socket.write(jsonAnswer(200, taken)))
  const good = { ...account, api_url: meta.url }
  const cases = [
    ...['', '1/2', '../me', '1?x', 'abc', '1'.repeat(33)].map((phone_number_id) => ({ phone_number_id })),
    ...['', 'canary token', 'canary\r\nX: y', 'canary-ü', 'canary\0'].map((access_token) => ({
      access_token,
    })),
    ...[
      '',
      'canary.example',
      'ftp://canary',
      'https://u:canary@x',
      'https://x/?canary',
      'https://x/#canary',
    ].map((api_url) => ({ api_url })),
  ]
  for (const wrong of cases)
    await assert.rejects(
      sendMessage({ ...good, ...wrong }, message, { callbackData }),
      (error: Error) => !error.message.includes('canary'),
      JSON.stringify(wrong),
    )
  for (const wrong of ['', 'x'.repeat(513)])
    await assert.rejects(sendMessage(good, message, { callbackData: wrong }))
  assert.equal(meta.requests.length, 0)
  assert.equal((await sendMessage(good, message, { callbackData: 'x'.repeat(512) })).kind, 'accepted')
})

/** Reasons go to callers and into rows: no digits of any kind, no secret, one line that can follow a colon. */
function assertReason(outcome: SendOutcome): void {
  if (!('reason' in outcome)) return
  assert.match(outcome.reason, /^(?:[a-z]|WhatsApp)[a-zA-Z ,'-]{10,99}$/)
  assert(!/canary|carrier/.test(outcome.reason), outcome.reason)
}

function chunked(status: number, body: string): string {
  const size = (text: string) => text.length.toString(16)
  const [one, two] = [body.slice(0, 40), body.slice(40)]
  const head = `HTTP/1.1 ${status} Any\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  return `${head}${size(one)}\r\n${one}\r\n${size(two)}\r\n${two}\r\n0\r\n\r\n`
}

function gzipped(body: string, status = 200): Buffer {
  const bytes = gzipSync(body)
  const head = `HTTP/1.1 ${status} C\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n`
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes])
}

/** Writes a byte every 20 ms, so that any of these texts lasts longer than the limit. */
function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++)), 20)
  socket.once('close', () => clearInterval(timer))
}
