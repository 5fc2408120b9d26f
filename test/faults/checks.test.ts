import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursOfNumber } from './callee-hours.ts'
import { checkKeys, checkLostCalls, checkRefused, checkSettled } from './check-calls.ts'
import { checkDials, checkRate, checkRetries } from './check-dials.ts'
import { checkHours, checkScheduledFor } from './check-hours.ts'
import { checkNumberOrder, checkNumbers, checkSlots, checkSlotsAtRest } from './check-queues.ts'
import { checkReserved } from './check-reserved.ts'
import { checkAll } from './checks.ts'
import type { Sent } from './clients.ts'
import type { Evidence, Finding } from './evidence.ts'
import { checkHolds } from './holds.ts'
import type { Hold } from './holds.ts'
import { isOpenAt } from './hours-oracle.ts'
import { checkListed } from './listed.ts'
import type { Listed } from './listed.ts'
import type { AnswerFault, LegEnd, SeenLeg, SeenRequest } from './observer-log.ts'
import type { PlannedCampaign } from './plan.ts'
import type { AttemptRow, CallRow, CountRow } from './rows.ts'

/** Saturday, noon in Berlin. */
const noon = Date.parse('2026-11-21T11:00:00Z')
const account = `AC${'0'.repeat(32)}`

/** One request to place a call, as a test writes it. Times are in milliseconds after noon. */
interface Dial {
  call: string
  attempt: string
  to?: string
  from: number
  until: number | null
  status?: LegEnd
  fault?: AnswerFault
}

interface Story {
  dials?: Dial[]
  campaign?: Partial<PlannedCampaign>
  campaigns?: PlannedCampaign[]
  holds?: Hold[]
  sends?: (Partial<Sent> & { callId: string | null })[]
  /** Overrides the calls that follow from the dials: the state of each call is that of its last one. */
  calls?: (Partial<CallRow> & { _id: string })[]
  attempts?: (Partial<AttemptRow> & { _id: string })[]
  slotsHeld?: number
  numbersHeld?: number
  revived?: string[]
  listed?: Listed[]
  counts?: CountRow[]
}

const plain: PlannedCampaign = {
  name: 'Plain',
  project: 'P',
  purpose: 'numbers',
  slots: 2,
  hours: null,
  retry: { maxAttempts: 2, delayMs: 5_000, on: ['busy'] },
  endsAt: null,
}

function evidenceOf(story: Story): Evidence {
  const dials = story.dials ?? []
  const isPlaced = (dial: Dial) => !['lost', 'rate_limit', 'rejected'].includes(dial.fault?.kind ?? '')
  const requests = dials.map((dial): SeenRequest => {
    const { attempt, to = `+1${dial.call}`, from, fault = { kind: 'none' } } = dial
    const sid = isPlaced(dial) ? `CA${attempt}-${from}` : null
    return {
      kind: 'create',
      at: noon + from,
      account,
      to,
      from: '',
      attemptId: attempt,
      fault,
      sid,
      form: {},
    }
  })
  const legs = dials.filter(isPlaced).map((dial): SeenLeg => ({
    sid: `CA${dial.attempt}-${dial.from}`,
    attemptId: dial.attempt,
    to: dial.to ?? `+1${dial.call}`,
    account,
    createdAt: noon + dial.from,
    endedAt: dial.until === null ? null : noon + dial.until,
    status: dial.until === null ? null : (dial.status ?? 'completed'),
    endedByRequest: false,
  }))
  const callIds = [...new Set(dials.map(({ call }) => call))]
  const calls = callIds.map((_id): CallRow => {
    const last = dials.findLast(({ call }) => call === _id)
    const state = (last?.status ?? 'completed').replace('-', '_')
    return { ...callRow(_id), state, phone_number: last?.to ?? `+1${_id}` }
  })
  const givenCalls = (story.calls ?? []).map((call) => ({
    ...(calls.find(({ _id }) => _id === call._id) ?? callRow(call._id)),
    ...call,
  }))
  const attempts = dials.map(({ attempt, call }) => ({ ...attemptRow(attempt), call_id: call }))
  const givenAttempts = (story.attempts ?? []).map((attempt) => ({
    ...(attempts.find(({ _id }) => _id === attempt._id) ?? attemptRow(attempt._id)),
    ...attempt,
  }))
  return {
    requests,
    legs,
    history: (story.sends ?? []).map((send, id) => ({ ...sentRow, id, ...send })),
    rows: {
      calls: [...calls.filter(({ _id }) => !givenCalls.some((call) => call._id === _id)), ...givenCalls],
      attempts: [
        ...attempts.filter(({ _id }) => !givenAttempts.some((each) => each._id === _id)),
        ...givenAttempts,
      ],
      slotsHeld: story.slotsHeld ?? 0,
      numbersHeld: story.numbersHeld ?? 0,
      revived: story.revived ?? [],
      counts: story.counts ?? [],
    },
    campaigns: story.campaigns ?? [{ ...plain, ...story.campaign }],
    carriers: [{ project: 'P', accountSid: account, callsPerSecond: 2, graceSeconds: 5 }],
    holds: story.holds ?? [],
    listed: story.listed ?? [],
    lastFaultAt: noon,
  }
}

function callRow(_id: string): CallRow {
  return {
    _id,
    campaign: 'Plain',
    project: 'P',
    phone_number: `+1${_id}`,
    placed_by: 'queue',
    state: 'completed',
    state_since: noon + 1_000,
    waits_for: null,
    due_at: null,
    attempts_count: 1,
  }
}

function attemptRow(_id: string): AttemptRow {
  return { _id, call_id: '', state: 'completed', created_at: noon, ended_at: noon }
}

const sentRow: Sent = {
  id: 0,
  endpoint: 'calls',
  campaign: 'Plain',
  number: '+1a',
  isOwnNumber: true,
  idempotencyKey: null,
  sentAt: noon,
  answeredAt: noon + 10,
  outcome: 'ok',
  status: 200,
  callId: null,
  scheduled: false,
  scheduledFor: null,
  message: '',
}

function holds({ breaches }: Finding): void {
  assert.deepEqual(breaches, [])
}

function isBroken({ breaches }: Finding, ...patterns: RegExp[]): void {
  assert.equal(breaches.length, patterns.length, JSON.stringify(breaches))
  for (const [position, pattern] of patterns.entries()) assert.match(breaches[position]!.what, pattern)
}

const dial = (
  call: string,
  attempt: string,
  from: number,
  until: number | null,
  more: Partial<Dial> = {},
) => ({
  call,
  attempt,
  from,
  until,
  ...more,
})

it('finds no breach in a run without faults', () => {
  const evidence = evidenceOf({
    dials: [
      dial('a', 'a1', 0, 300, { status: 'busy' }),
      dial('a', 'a2', 5_400, 5_700),
      dial('b', 'b1', 100, 400),
    ],
    sends: [{ callId: 'a' }, { callId: 'b', number: '+1b', sentAt: noon + 50, answeredAt: noon + 90 }],
  })
  for (const finding of checkAll(evidence)) holds(finding)
})

describe('lost calls', () => {
  it('include an accepted call that is not in the database', () => {
    isBroken(checkLostCalls(evidenceOf({ sends: [{ callId: 'a' }] })), /not in the database/)
  })

  it('include an accepted call that never ends', () => {
    const story = { sends: [{ callId: 'a' }], calls: [{ _id: 'a', state: 'waiting', waits_for: 'turn' }] }
    isBroken(checkLostCalls(evidenceOf(story)), /still waiting \(turn\)/)
  })

  it('include a waiting call whose hours are open, but not one whose hours stay closed', () => {
    const hours = (day: string) => ({
      timezone: 'UTC',
      windows: [{ days: [day], from: '00:00', to: '24:00' }],
    })
    const story = { sends: [{ callId: 'a' }], calls: [{ _id: 'a', state: 'waiting', waits_for: 'turn' }] }
    holds(checkLostCalls(evidenceOf({ ...story, campaign: { hours: hours('mon') } })))
    isBroken(checkLostCalls(evidenceOf({ ...story, campaign: { hours: hours('sat') } })), /still waiting/)
  })

  it('include a call that left a final state', () => {
    isBroken(checkLostCalls(evidenceOf({ revived: ['a'] })), /left a final state/)
  })

  it('include a call that expired in a campaign without an end', () => {
    const story = { sends: [{ callId: 'a' }], calls: [{ _id: 'a', state: 'expired' }] }
    isBroken(checkLostCalls(evidenceOf(story)), /expired/)
    holds(checkLostCalls(evidenceOf({ ...story, campaign: { endsAt: noon } })))
  })
})

describe('settling', () => {
  it('takes at most a minute after the last fault', () => {
    const settledAfter = (ms: number) => evidenceOf({ calls: [{ _id: 'a', state_since: noon + ms }] })
    holds(checkSettled(settledAfter(60_000)))
    isBroken(checkSettled(settledAfter(60_001)), /60\.0 s after/)
  })

  it('agrees with the carrier', () => {
    const story = { dials: [dial('a', 'a1', 0, 300, { status: 'no-answer' as const })] }
    holds(checkSettled(evidenceOf(story)))
    isBroken(
      checkSettled(evidenceOf({ ...story, calls: [{ _id: 'a', state: 'completed' }] })),
      /saw no_answer/,
    )
  })

  it('may be `failed` after `busy` if the second attempt was refused', () => {
    const story = {
      dials: [dial('a', 'a1', 0, 300, { status: 'busy' as const })],
      calls: [{ _id: 'a', state: 'failed' }],
    }
    isBroken(checkSettled(evidenceOf(story)), /saw busy/)
    holds(checkSettled(evidenceOf({ ...story, attempts: [{ _id: 'a2', call_id: 'a', state: 'failed' }] })))
  })
})

describe('requests', () => {
  it('that were refused placed no call', () => {
    const sends = [{ callId: null, outcome: 'refused', status: 400, number: '+1a' }] satisfies Story['sends']
    isBroken(checkRefused(evidenceOf({ sends, dials: [dial('a', 'a1', 0, 9)] })), /answered 400, and dialed/)
    holds(checkRefused(evidenceOf({ sends, dials: [dial('b', 'b1', 0, 9)] })))
  })

  it('with one key are one call', () => {
    const keyed = { idempotencyKey: 'k', number: '+1a' }
    const sends = [
      { callId: null, ...keyed, outcome: 'unknown' },
      { callId: 'a', ...keyed },
    ] satisfies Story['sends']
    holds(checkKeys(evidenceOf({ sends, calls: [{ _id: 'a' }] })))
    const two = evidenceOf({ sends, calls: [{ _id: 'a' }, { _id: 'b', phone_number: '+1a' }] })
    isBroken(checkKeys(two), /2 calls were made/)
    isBroken(checkKeys(evidenceOf({ sends: [...sends, { callId: 'b', ...keyed }] })), /2 calls were answered/)
  })
})

describe('requests to the carrier', () => {
  it('come once for an attempt', () => {
    const twice = evidenceOf({ dials: [dial('a', 'a1', 0, 300), dial('a', 'a1', 900, 1_200)] })
    isBroken(checkDials(twice), /2 calls at the carrier/, /asked again after an answer of the kind none/)
  })

  it('are repeated after a clear no, and not after silence', () => {
    const after = (kind: 'rate_limit' | 'lost') =>
      evidenceOf({ dials: [dial('a', 'a1', 0, null, { fault: { kind } }), dial('a', 'a1', 300, 600)] })
    holds(checkDials(after('rate_limit')))
    isBroken(checkDials(after('lost')), /of the kind lost/)
  })

  it('that were given up are not at the carrier', () => {
    const story = { dials: [dial('a', 'a1', 0, 300)], attempts: [{ _id: 'a1', state: 'never_placed' }] }
    isBroken(checkDials(evidenceOf(story)), /given up as never placed/)
  })

  it('belong to an attempt of the database', () => {
    const evidence = evidenceOf({ dials: [dial('a', 'a1', 0, 300)] })
    isBroken(checkDials({ ...evidence, rows: { ...evidence.rows, attempts: [] } }), /not in the database/)
  })
})

describe('retries', () => {
  const again = (from: number, status: LegEnd = 'busy') =>
    evidenceOf({ dials: [dial('a', 'a1', 0, 300, { status }), dial('a', 'a2', from, from + 300)] })

  it('come after the delay, less the second to which a carrier rounds times', () => {
    holds(checkRetries(again(4_300)))
    isBroken(checkRetries(again(4_299)), /dialed again 3999 ms after/)
  })

  it('come only after the outcomes that the campaign names, and when the call is over', () => {
    isBroken(checkRetries(again(9_000, 'completed')), /dialed again after completed/)
    isBroken(checkRetries(again(299)), /while its call went on/)
  })

  it('are made, unless the campaign ends before', () => {
    const dials = [dial('a', 'a1', 0, 300, { status: 'busy' as const })]
    isBroken(checkRetries(evidenceOf({ dials })), /busy after 1 of 2 attempts/)
    holds(checkRetries(evidenceOf({ dials, campaign: { endsAt: noon + 3_000 } })))
  })

  it('are not more than are allowed', () => {
    const busy = { status: 'busy' as const }
    const dials = [
      dial('a', 'a1', 0, 1, busy),
      dial('a', 'a2', 9_000, 9_001, busy),
      dial('a', 'a3', 19_000, 20_000),
    ]
    isBroken(checkRetries(evidenceOf({ dials })), /3 attempts, 2 allowed/)
  })
})

describe('slots', () => {
  it('limit the calls at one time; the next may begin in the instant in which one ends', () => {
    const dials = [dial('a', 'a1', 0, 300), dial('b', 'b1', 100, 400)]
    holds(checkSlots(evidenceOf({ dials: [...dials, dial('c', 'c1', 300, 500)] })))
    isBroken(
      checkSlots(evidenceOf({ dials: [...dials, dial('c', 'c1', 299, 500)] })),
      /3 calls at one time, 2 slots/,
    )
  })

  it('are all free at rest', () => {
    isBroken(checkSlotsAtRest(evidenceOf({ slotsHeld: 1 })), /1 slots are held/)
    isBroken(checkSlotsAtRest(evidenceOf({ numbersHeld: 2 })), /2 numbers count/)
  })
})

describe('one number', () => {
  const at = (project: string) => [
    { ...plain, name: 'One' },
    { ...plain, name: 'Other', project },
  ]
  const story = {
    dials: [dial('a', 'a1', 0, 300, { to: '+1x' }), dial('b', 'b1', 200, 500, { to: '+1x' })],
    calls: [
      { _id: 'a', campaign: 'One' },
      { _id: 'b', campaign: 'Other' },
    ],
  }

  it('has one call at a time within a project, over its campaigns', () => {
    isBroken(checkNumbers(evidenceOf({ ...story, campaigns: at('P') })), /2 calls to one number/)
    holds(checkNumbers(evidenceOf({ ...story, campaigns: at('Q') })))
  })

  const order = (bSentAt: number) => ({
    dials: [dial('b', 'b1', 100, 200, { to: '+1x' }), dial('a', 'a1', 300, 400, { to: '+1x' })],
    sends: [
      { callId: 'a', number: '+1x', sentAt: noon, answeredAt: noon + 10 },
      { callId: 'b', number: '+1x', sentAt: noon + bSentAt, answeredAt: noon + bSentAt + 10 },
    ],
  })

  it('is called in the order of acceptance, where requests did not overlap', () => {
    isBroken(checkNumberOrder(evidenceOf(order(11))), /dialed before a, which was accepted earlier/)
    holds(checkNumberOrder(evidenceOf(order(5))))
  })

  it('may be called out of order if an earlier call was delayed by an attempt that was never placed', () => {
    const attempts = [{ _id: 'a0', call_id: 'a', state: 'never_placed' }]
    holds(checkNumberOrder(evidenceOf({ ...order(11), attempts })))
  })
})

describe('calling hours', () => {
  const hours = { timezone: 'Europe/Berlin', windows: [{ days: ['sat'], from: '12:00', to: '12:10' }] }
  it('are those of the callee: by the zone that a request gives, else by the number', () => {
    // 12:05 in Kathmandu on a Saturday, and 22:20 on Friday in Los Angeles.
    const at = Date.parse('2026-11-21T06:20:00Z')
    const callee = { ...hours, timezone: 'callee' }
    for (const [number, isOpen] of [
      ['+14152100000', true],
      ['+14152100001', false],
      ['+14152100002', false],
    ] as const)
      assert.equal(isOpenAt(hoursOfNumber(callee, number), at), isOpen, number)
    assert.equal(hoursOfNumber(hours, '+14152100000'), hours)
  })

  it('are open for a mobile number of Australia while they are open in all of it', () => {
    // 12:05 in Sydney on a Saturday, and 9:05 in Perth.
    const at = Date.parse('2026-11-21T01:05:00Z')
    const windows = (from: string) => ({
      timezone: 'callee',
      windows: [{ days: ['sat'], from, to: '14:00' }],
    })
    assert.equal(isOpenAt(hoursOfNumber(windows('09:00'), '+61412100000'), at), true)
    assert.equal(isOpenAt(hoursOfNumber(windows('09:10'), '+61412100000'), at), false)
  })

  const dialedAt = (from: number, campaign: Partial<PlannedCampaign> = { hours }) =>
    checkHours(evidenceOf({ dials: [dial('a', 'a1', from, from + 1)], campaign }))

  it('limit attempts: `from` is inside, `to` is outside, except for the time to reach the carrier', () => {
    holds(dialedAt(0))
    isBroken(dialedAt(-1), /outside the calling hours/)
    holds(dialedAt(600_000 + 999))
    isBroken(dialedAt(600_000 + 1_000), /outside the calling hours/)
  })

  it('end with the campaign', () => {
    holds(dialedAt(999, { endsAt: noon }))
    isBroken(dialedAt(1_000, { endsAt: noon }), /after the campaign's end/)
  })

  const check = (send: Partial<Sent>, campaign: Partial<PlannedCampaign> = { hours }) =>
    checkScheduledFor(evidenceOf({ sends: [{ callId: 'a', ...send }], campaign }))
  const early = { sentAt: noon - 120_000, answeredAt: noon - 119_900 }

  it('decide the time that a waiting call gets: the first opening', () => {
    holds(check({ ...early, scheduled: true, scheduledFor: noon }))
    isBroken(check({ ...early, scheduled: true, scheduledFor: noon - 3_600_000 }), /must be 2026-11-21T11:00/)
    isBroken(check({ ...early, scheduled: false, scheduledFor: null }), /was scheduled for null/)
    holds(check({ scheduled: false, scheduledFor: null }))
    // It was dialed at once, and the carrier refused the number.
    const refused = { outcome: 'refused', status: 400, scheduled: null, scheduledFor: null } as const
    holds(
      check({ ...refused, message: 'The carrier refuses to call this phone_number: not valid (code 21211)' }),
    )
    isBroken(
      check({ ...refused, message: 'The campaign ends before its hours' }),
      /was scheduled for refused/,
    )
    isBroken(check({ scheduled: true, scheduledFor: noon + 7 * 86_400_000 }), /must be .*null/)
  })

  it('are compared with the time at which each request was sent, even if answers overtake each other', () => {
    const opened = { sentAt: noon - 90_000, answeredAt: noon + 700, scheduled: false, scheduledFor: null }
    const waits = { ...early, sentAt: noon - 60_000, answeredAt: noon - 59_000, scheduled: true }
    const sends = [
      { callId: 'a', ...opened },
      { callId: 'b', ...waits, scheduledFor: noon },
    ]
    holds(checkScheduledFor(evidenceOf({ sends, campaign: { hours } })))
  })

  it('may open while the request is under way', () => {
    const across = { sentAt: noon - 5, answeredAt: noon + 5 }
    holds(check({ ...across, scheduled: false, scheduledFor: null }))
    holds(check({ ...across, scheduled: true, scheduledFor: noon }))
  })

  it('refuse a call if the campaign ends before they open', () => {
    const campaign = { hours, endsAt: noon }
    holds(check({ ...early, callId: null, outcome: 'refused', status: 400 }, campaign))
    isBroken(check({ ...early, scheduled: true, scheduledFor: noon }, campaign), /must be refused/)
  })
})

describe('a hold', () => {
  const hold = { campaign: 'Plain', from: noon, until: noon + 10_000 }
  const held = (claimed: number, from = claimed) =>
    checkHolds(
      evidenceOf({
        dials: [dial('a', 'a1', from, from + 100)],
        attempts: [{ _id: 'a1', call_id: 'a', created_at: noon + claimed }],
        campaign: { purpose: 'held' },
        holds: [hold],
      }),
    )

  it('stops what begins after it, until the release', () => {
    isBroken(held(5_000), /begun 5000 ms after its campaign was paused/)
    holds(held(-50))
    holds(held(10_050))
  })

  it('stops what began before it and has not reached the carrier', () => {
    isBroken(held(-100, 1_001), /dialed 1001 ms after its campaign was paused/)
    holds(held(-100, 1_000))
    holds(held(-100, 10_000))
  })
})

describe("the carrier's rate", () => {
  const dialsEvery = (ms: number, count: number) =>
    evidenceOf({
      dials: Array.from({ length: count }, (_, index) => dial(`${index}`, `${index}`, index * ms, null)),
    })

  it('admits a burst of one second, and then the rate', () => {
    holds(checkRate(dialsEvery(500, 40)))
    holds(checkRate(dialsEvery(0, 4)))
  })

  it('is exceeded by a larger burst and by a faster stream', () => {
    isBroken(checkRate(dialsEvery(0, 5)), /5\.0 calls above the rate of 2\/s/)
    assert.ok(checkRate(dialsEvery(300, 40)).breaches.length > 0)
  })
})

describe('the do-not-call list', () => {
  const dials = [dial('a', 'a1', 100, 200), dial('b', 'b1', 300, 400)]
  it('stops every request that begins after the answer to an add', () => {
    holds(checkListed(evidenceOf({ dials, listed: [{ number: '+1a', answeredAt: noon + 150 }] })))
    isBroken(
      checkListed(evidenceOf({ dials, listed: [{ number: '+1b', answeredAt: noon + 299 }] })),
      /after it was put on the list/,
    )
  })
})

describe('what guards count', () => {
  const count = { what: 'dials of days', counted: 3 }
  it('is what a recount of the attempts finds', () => {
    holds(checkReserved(evidenceOf({ counts: [{ ...count, recounted: 3 }] })))
    isBroken(
      checkReserved(evidenceOf({ counts: [{ ...count, recounted: 2 }] })),
      /dials of days: 3, must be 2/,
    )
  })
})
