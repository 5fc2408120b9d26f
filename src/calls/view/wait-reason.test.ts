import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { waitReason } from './wait-reason.ts'
import type { QueueStanding, WaitingCall } from './wait-reason.ts'

/** A Saturday. */
const now = new Date('2026-11-21T09:00:00.000Z')
const closed = {
  timezone: 'UTC',
  windows: [{ days: ['mon' as const], from: '08:00', to: '18:00' }],
  closed_dates: [],
}
const opensAt = '2026-11-23T08:00:00.000Z'

const call = (more: Partial<WaitingCall> = {}): WaitingCall => ({
  waits_for: 'turn',
  due_at: null,
  is_number_in_use: false,
  number_paused_until: null,
  held_by: null,
  is_too_dear: false,
  held_timezone: null,
  open_until: null,
  callee_zones: [],
  ...more,
})
const queue = (more: Partial<QueueStanding> = {}): QueueStanding => ({
  is_paused: false,
  calling_hours: null,
  has_free_slot: true,
  paused_until: null,
  is_within_rate: true,
  guard: null,
  exceeds_every_day: false,
  ...more,
})
const later = '2026-11-21T09:00:30.000Z'
const everything = {
  calling_hours: closed,
  has_free_slot: false,
  paused_until: later,
  is_within_rate: false,
}

describe('waitReason', () => {
  const cases: [
    title: string,
    call: WaitingCall,
    queue: QueueStanding,
    reason: string,
    until: string | null,
  ][] = [
    [
      'the delay of a retry, before any other reason',
      call({ waits_for: 'due', due_at: later }),
      queue(),
      'retry',
      later,
    ],
    [
      'the opening after the delay of a retry, if the hours were changed',
      call({ waits_for: 'due', due_at: later }),
      queue(everything),
      'retry',
      opensAt,
    ],
    [
      'what the queue waits for once the delay is over',
      call({ waits_for: 'due', due_at: now.toISOString() }),
      queue({ has_free_slot: false }),
      'slot',
      null,
    ],
    [
      'hours, before number, slot and rate',
      call({ waits_for: 'number', is_number_in_use: true }),
      queue(everything),
      'hours',
      opensAt,
    ],
    ['hours that never begin', call(), queue({ calling_hours: { ...closed, windows: [] } }), 'hours', null],
    [
      'hours that can not be read',
      call(),
      queue({ calling_hours: { ...closed, timezone: 'Europe/Atlantis' } }),
      'hours',
      null,
    ],
    ['its number, parked', call({ waits_for: 'number' }), queue(), 'number', null],
    [
      'its number, not yet parked, before slot and rate',
      call({ is_number_in_use: true }),
      queue({ ...everything, calling_hours: null }),
      'number',
      null,
    ],
    ['a slot, before the rate', call(), queue({ ...everything, calling_hours: null }), 'slot', null],
    [
      'a paused carrier',
      call(),
      queue({ paused_until: later, is_within_rate: false }),
      'carrier_rate',
      later,
    ],
    [
      'a number that the carrier refuses, parked, before a slot',
      call({ waits_for: 'due', due_at: later, number_paused_until: later }),
      queue({ has_free_slot: false }),
      'carrier_rate',
      later,
    ],
    [
      'a number that is paused for longer than its carrier',
      call({ number_paused_until: '2026-11-21T09:00:40.000Z' }),
      queue({ paused_until: later }),
      'carrier_rate',
      '2026-11-21T09:00:40.000Z',
    ],
    [
      'the delay of a retry beyond the pause of its number',
      call({ waits_for: 'due', due_at: later, number_paused_until: '2026-11-21T09:00:10.000Z' }),
      queue(),
      'retry',
      later,
    ],
    [
      'a slot if the pause of the carrier has just ended',
      call(),
      queue({ paused_until: now.toISOString() }),
      'slot',
      null,
    ],
    ['the carrier’s rate', call(), queue({ is_within_rate: false }), 'carrier_rate', null],
    [
      'a release of the campaign, before everything else',
      call(),
      queue({ ...everything, is_paused: true }),
      'paused',
      null,
    ],
    [
      'a release of the campaign, before the delay of a retry',
      call({ waits_for: 'due', due_at: later }),
      queue({ is_paused: true }),
      'paused',
      null,
    ],
    ['a slot if nothing else stops the call', call(), queue(), 'slot', null],
  ]
  for (const [title, waiting, standing, reason, until] of cases)
    it(`returns ${title}`, () => {
      const timezone = reason === 'hours' ? (standing.calling_hours?.timezone ?? null) : null
      assert.deepEqual(waitReason(waiting, standing, now), { reason, until, timezone, guard: null })
    })

  it('returns a guard without an end where a call may last longer than a whole day allows', () => {
    const held = call({ waits_for: 'due', due_at: later, held_by: 'spend_a_day' })
    const until = (waiting: WaitingCall, more: Partial<QueueStanding>) =>
      waitReason(waiting, queue({ guard: 'minutes_a_day', ...more }), now).until
    assert.deepEqual(
      [until(call(), {}), until(call(), { exceeds_every_day: true })],
      ['2026-11-22T00:00:00.000Z', null],
    )
    assert.deepEqual([until(held, {}), until(held, { exceeds_every_day: true })], [later, null])
    assert.equal(until({ ...held, is_too_dear: true }, {}), null)
  })

  const atCallee = queue({ calling_hours: { ...closed, timezone: 'callee' } })
  it('returns the hours of the zone that a call at its callee was found to wait for', () => {
    const held = call({ waits_for: 'due', due_at: later, held_timezone: 'Asia/Tokyo' })
    assert.deepEqual(waitReason(held, atCallee, now), {
      reason: 'hours',
      until: later,
      timezone: 'Asia/Tokyo',
      guard: null,
    })
  })

  it('returns the last zone to open for a call that nobody has looked at since it closed', () => {
    const waiting = call({
      open_until: '2026-11-20T09:00:00.000Z',
      callee_zones: ['Europe/Berlin', 'America/New_York'],
    })
    assert.deepEqual(waitReason(waiting, atCallee, now), {
      reason: 'hours',
      until: '2026-11-23T13:00:00.000Z',
      timezone: 'America/New_York',
      guard: null,
    })
    const open = call({ open_until: later, callee_zones: ['Europe/Berlin'] })
    assert.equal(waitReason(open, atCallee, now).reason, 'slot')
  })

  it('returns hours without an end for a call of which nobody knows the zone', () => {
    assert.deepEqual(waitReason(call(), atCallee, now), {
      reason: 'hours',
      until: null,
      timezone: 'callee',
      guard: null,
    })
  })
})
