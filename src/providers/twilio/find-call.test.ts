import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import type { FindCallOutcome } from '../voice-carrier.ts'
import { createTwilioClient } from './client.ts'

const accountSid = `AC${'0'.repeat(32)}`
const access = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 1_000_000, givenHosts }
const mark = '0198f7a2-1111-7abc-8def-000000000001'
const otherMark = '0198f7a2-1111-7abc-8def-000000000002'
const placedAfter = new Date('2026-11-20T10:00:00Z')
const wanted = { to: '+14155550101', from: '+14155550100', placedAfter, mark, notSids: [] as string[] }

const sid = (number: number) => `CA${String(number).padStart(32, '0')}`
const secondsLater = (seconds: number) =>
  new Date(placedAfter.getTime() + seconds * 1_000).toUTCString().replace('GMT', '+0000')
const call = (number: number, more: object = {}) => ({
  sid: sid(number),
  status: 'queued',
  to: wanted.to,
  from: wanted.from,
  parent_call_sid: null,
  date_created: secondsLater(number),
  start_time: null,
  end_time: null,
  duration: null,
  answered_by: null,
  ...more,
})
const event = (url: unknown, parameters: unknown = {}) => ({
  request: { url, method: 'POST', parameters },
  response: {},
})
/** When the carrier is asked, by our clock. */
const askedAt = new Date(placedAfter.getTime() + 300_000)
const callback = (id: string) => event(`https://calls.example.com/webhooks/voice/twilio/org/${id}/status`)

interface Answers {
  /** Pages of the list of calls; each but the last names the next. */
  calls: (object[] | string)[]
  /** Pages of events by call; a call that is not named has none. */
  events?: Record<string, (object[] | string)[]>
  /** How far the carrier's clock is ahead of ours; null if it does not say what it shows. 0 when absent. */
  aheadSeconds?: number | null
}

/** Returns what is found at a carrier with these answers; a string is a whole answer as it is sent. */
async function find(answers: Answers, request: Partial<typeof wanted> = {}) {
  await using carrier = await startCarrier((socket, { path }) => {
    const url = new URL(path, 'http://x')
    const page = Number(url.searchParams.get('Page') ?? 0)
    const [, eventsOf] = /\/Calls\/(CA\d{32})\/Events\.json$/.exec(url.pathname) ?? []
    const pages = eventsOf === undefined ? answers.calls : (answers.events?.[eventsOf] ?? [[]])
    const items = pages[page] ?? []
    // Twilio's own host, which must not be followed.
    const next = `https://elsewhere.invalid${url.pathname}?PageSize=1&Page=${page + 1}&PageToken=PT${page + 1}`
    const body = {
      [eventsOf === undefined ? 'calls' : 'events']: items,
      next_page_uri: page + 1 < pages.length ? next : null,
    }
    const { aheadSeconds = 0 } = answers
    const date = new Date(askedAt.getTime() + (aheadSeconds ?? 0) * 1_000).toUTCString()
    const headers: Record<string, string> = aheadSeconds === null ? {} : { Date: date }
    socket.end(typeof items === 'string' ? items : jsonAnswer(200, body, headers))
  })
  const account = { accountSid, authToken: 'token', apiUrl: carrier.url, apiUrlGivenBy: null }
  const client = createTwilioClient(account, access, { now: () => askedAt })
  const outcome = await client.findCall({ ...wanted, ...request })
  return { outcome, paths: carrier.requests.map(({ path }) => path) }
}

function brief(outcome: FindCallOutcome): string {
  if (outcome.kind === 'found')
    return `${outcome.confirmed ? 'confirmed' : 'unconfirmed'} ${Number(outcome.call.sid.slice(2))}`
  return outcome.kind
}

const many = Array.from({ length: 11 }, (_, index) => call(index + 1))

const cases: [name: string, answers: Answers, expected: string, request?: Partial<typeof wanted>][] = [
  ['no call', { calls: [[]] }, 'absent'],
  [
    'a call whose callback has the mark',
    { calls: [[call(1)]], events: { [sid(1)]: [[callback(mark)]] } },
    'confirmed 1',
  ],
  [
    'a call whose request to be placed has the mark',
    {
      calls: [[call(1)]],
      events: {
        [sid(1)]: [[event('https://api.twilio.com/x', { status_callback: `https://x/${mark}/status` })]],
      },
    },
    'confirmed 1',
  ],
  [
    'a mark on a later page of events',
    { calls: [[call(1)]], events: { [sid(1)]: [[callback('x')], [callback(mark)]] } },
    'confirmed 1',
  ],
  ["another attempt's call", { calls: [[call(1)]], events: { [sid(1)]: [[callback(otherMark)]] } }, 'absent'],
  [
    "another attempt's call beside one without events",
    { calls: [[call(2), call(1)]], events: { [sid(2)]: [[callback(otherMark)]] } },
    'unconfirmed 1',
  ],
  ['the only call, without events', { calls: [[call(1)]] }, 'unconfirmed 1'],
  [
    'the only call, whose events are not there',
    { calls: [[call(1)]], events: { [sid(1)]: [jsonAnswer(404, {})] } },
    'unconfirmed 1',
  ],
  [
    'a call with events of no attempt',
    { calls: [[call(1)]], events: { [sid(1)]: [[event('https://x/y'), event(7, 'z')]] } },
    'unconfirmed 1',
  ],
  ['several calls without events', { calls: [[call(2), call(1)]] }, 'unknown'],
  [
    'a marked call among several',
    { calls: [[call(3), call(2), call(1)]], events: { [sid(2)]: [[callback(mark)]] } },
    'confirmed 2',
  ],
  [
    'a marked call behind one whose events fail',
    {
      calls: [[call(2), call(1)]],
      events: { [sid(2)]: [jsonAnswer(500, '')], [sid(1)]: [[callback(mark)]] },
    },
    'confirmed 1',
  ],
  [
    'a call whose events fail',
    { calls: [[call(1)]], events: { [sid(1)]: [jsonAnswer(500, '')] } },
    'unknown',
  ],
  ['one call on two pages', { calls: [[call(1)], [call(1)]] }, 'unconfirmed 1'],
  ['a call without a date', { calls: [[call(1, { date_created: null })]] }, 'unconfirmed 1'],
  ['a call that is known to be another', { calls: [[call(1)]] }, 'absent', { notSids: [sid(1)] }],
  ['the leg of a transfer', { calls: [[call(1, { parent_call_sid: sid(9) })]] }, 'absent'],
  [
    'a call to another number, from a carrier that does not filter',
    { calls: [[call(1, { to: '+14155550199' })]] },
    'absent',
  ],
  ['a call to something that is no number', { calls: [[call(1, { to: 'sip:a@b' })]] }, 'unconfirmed 1'],
  ['more calls than can be looked through', { calls: [many] }, 'unknown'],
  ['a list that fails', { calls: [jsonAnswer(500, '')] }, 'unknown'],
  ['a list that fails on its second page', { calls: [[call(1)], jsonAnswer(429, '')] }, 'unknown'],
  ['a list of something else', { calls: [jsonAnswer(200, { calls: [{ sid: 7 }] })] }, 'unknown'],
  ['a list that is an error', { calls: [jsonAnswer(200, { code: 20003 })] }, 'unknown'],
  ['an answer that is cut', { calls: [jsonAnswer(200, { calls: [] }).slice(0, -1)] }, 'unknown'],
]

for (const [name, answers, expected, request] of cases)
  test(`${name}: ${expected.split(' ')[0]}`, async () => {
    const { outcome } = await find(answers, request)
    assert.equal(brief(outcome), expected)
    if (outcome.kind === 'unknown') assert.match(outcome.reason, /^[a-z][a-zA-Z ,';-]+$/)
  })

const minute = 60
/** Calls by the seconds between the request to place a call and their creation, and the expected outcome. */
const times: [name: string, seconds: number, events: object[], expected: string][] = [
  ['at the instant of the request', 0, [], 'unconfirmed 1'],
  ['a minute before the request', -minute, [], 'unconfirmed 1'],
  ['more than a minute before the request', -minute - 1, [], 'unknown'],
  ['fifteen minutes before the request', -15 * minute, [], 'unknown'],
  ['fifteen minutes before the request, marked as ours', -15 * minute, [callback(mark)], 'confirmed 1'],
  ['a minute before the request, marked as another', -minute, [callback(otherMark)], 'absent'],
  ['fifteen minutes before the request, marked as another', -15 * minute, [callback(otherMark)], 'absent'],
  ['fifteen minutes before the request, by another program', -15 * minute, [event('https://x/y')], 'unknown'],
  ['hours before the request', -5 * 3_600, [], 'absent'],
  ['long after the request', 2 * 3_600, [], 'unconfirmed 1'],
]

for (const aheadSeconds of [-3_600, -90, 0, 90, 3_600])
  test(`a carrier whose clock is ${aheadSeconds} s ahead of ours is read by its own clock`, async (t) => {
    for (const [name, seconds, events, expected] of times)
      await t.test(`a call ${name}: ${expected}`, async () => {
        const made = call(1, { date_created: secondsLater(seconds + aheadSeconds) })
        const { outcome } = await find({ calls: [[made]], events: { [sid(1)]: [events] }, aheadSeconds })
        assert.equal(brief(outcome), expected)
      })
  })

test('with equal clocks, a call that is more than fifteen minutes older is not the one', async () => {
  const made = call(1, { date_created: secondsLater(-15 * minute - 1) })
  assert.equal(brief((await find({ calls: [[made]] })).outcome), 'absent')
})

test('a call is not excluded if our clock was set back after the request', async () => {
  const made = call(1, { date_created: secondsLater(1) })
  assert.equal(brief((await find({ calls: [[made]], aheadSeconds: 3_600 })).outcome), 'unknown')
})

test('without the time of the carrier, a call of up to two hours before may be the one', async () => {
  for (const [seconds, expected] of [
    [-minute, 'unconfirmed 1'],
    [-minute - 1, 'unknown'],
    [-2 * 3_600, 'unknown'],
    [-2 * 3_600 - 1, 'absent'],
  ] as const) {
    const made = call(1, { date_created: secondsLater(seconds) })
    const { outcome } = await find({ calls: [[made]], aheadSeconds: null })
    assert.equal(brief(outcome), expected, String(seconds))
  }
})

test('a doubtful call beside one that fits is unknown, until a mark decides', async () => {
  const calls = [[call(1), call(2, { date_created: secondsLater(-5 * minute) })]]
  assert.equal(brief((await find({ calls })).outcome), 'unknown')
  const marked = { [sid(2)]: [[callback(otherMark)]] }
  assert.equal(brief((await find({ calls, events: marked })).outcome), 'unconfirmed 1')
})

test('filters by numbers only, with the plus sign escaped', async () => {
  const { paths } = await find({ calls: [[]] })
  assert.deepEqual(paths, [
    `/2010-04-01/Accounts/${accountSid}/Calls.json?To=%2B14155550101&From=%2B14155550100&PageSize=100`,
  ])
})

test('reads the next page from the same carrier, and stops when newest-first pages reach old calls', async () => {
  const old = { date_created: secondsLater(-3_600) }
  const older = { date_created: secondsLater(-7_200) }
  const { outcome, paths } = await find({
    calls: [[call(3)], [call(2, old)], [call(1, older)]],
    events: { [sid(3)]: [[callback(mark)]] },
  })
  assert.equal(brief(outcome), 'confirmed 3')
  assert.deepEqual(
    paths.map((path) => new URL(path, 'http://x').searchParams.get('PageToken')),
    [null, 'PT1', null],
  )
})

test('reads on past old calls if the list is not newest first', async () => {
  const old = { date_created: secondsLater(-3_600) }
  const older = { date_created: secondsLater(-7_200) }
  const { outcome } = await find({ calls: [[call(1, older), call(2, old)], [call(3)]] })
  assert.equal(brief(outcome), 'unconfirmed 3')
})

test('stops reading an endless list after ten pages', async () => {
  const { outcome, paths } = await find({ calls: Array.from({ length: 50 }, () => []) })
  assert.equal(brief(outcome), 'unknown')
  assert.equal(paths.length, 10)
})

test('is unknown if the carrier can not be reached', async () => {
  const client = createTwilioClient(
    { accountSid, authToken: 'token', apiUrl: 'http://127.0.0.1:1', apiUrlGivenBy: null },
    access,
  )
  assert.equal((await client.findCall(wanted)).kind, 'unknown')
  assert.equal((await client.findCall(wanted, AbortSignal.abort())).kind, 'unknown')
})
