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
  ...more,
})
const line = (more: Partial<QueueStanding> = {}): QueueStanding => ({
  is_paused: false,
  calling_hours: null,
  has_free_slot: true,
  paused_until: null,
  is_within_rate: true,
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
    line: QueueStanding,
    reason: string,
    until: string | null,
  ][] = [
    [
      'the delay of a retry, whatever else',
      call({ waits_for: 'due', due_at: later }),
      line(),
      'retry',
      later,
    ],
    [
      'the delay of a retry that changed hours have moved',
      call({ waits_for: 'due', due_at: later }),
      line(everything),
      'retry',
      opensAt,
    ],
    [
      'what the line waits for, once the delay is over',
      call({ waits_for: 'due', due_at: now.toISOString() }),
      line({ has_free_slot: false }),
      'slot',
      null,
    ],
    [
      'hours, before number, slot and rate',
      call({ waits_for: 'number', is_number_in_use: true }),
      line(everything),
      'hours',
      opensAt,
    ],
    ['hours that never begin', call(), line({ calling_hours: { ...closed, windows: [] } }), 'hours', null],
    [
      'hours that can not be read',
      call(),
      line({ calling_hours: { ...closed, timezone: 'Europe/Atlantis' } }),
      'hours',
      null,
    ],
    ['its number, put aside', call({ waits_for: 'number' }), line(), 'number', null],
    [
      'its number, not yet put aside, before slot and rate',
      call({ is_number_in_use: true }),
      line({ ...everything, calling_hours: null }),
      'number',
      null,
    ],
    ['a slot, before the rate', call(), line({ ...everything, calling_hours: null }), 'slot', null],
    [
      'a carrier that is left alone',
      call(),
      line({ paused_until: later, is_within_rate: false }),
      'carrier_rate',
      later,
    ],
    [
      'a number that the carrier does not take, put aside, before a slot',
      call({ waits_for: 'due', due_at: later, number_paused_until: later }),
      line({ has_free_slot: false }),
      'carrier_rate',
      later,
    ],
    [
      'a number that is left alone for longer than its carrier',
      call({ number_paused_until: '2026-11-21T09:00:40.000Z' }),
      line({ paused_until: later }),
      'carrier_rate',
      '2026-11-21T09:00:40.000Z',
    ],
    [
      'the delay of a retry beyond the pause of its number',
      call({ waits_for: 'due', due_at: later, number_paused_until: '2026-11-21T09:00:10.000Z' }),
      line(),
      'retry',
      later,
    ],
    [
      'nothing of a carrier that was left alone until now',
      call(),
      line({ paused_until: now.toISOString() }),
      'slot',
      null,
    ],
    ['the carrier’s rate', call(), line({ is_within_rate: false }), 'carrier_rate', null],
    [
      'a release of the campaign, before everything else',
      call(),
      line({ ...everything, is_paused: true }),
      'paused',
      null,
    ],
    [
      'a release of the campaign, before the delay of a retry',
      call({ waits_for: 'due', due_at: later }),
      line({ is_paused: true }),
      'paused',
      null,
    ],
    ['its turn, where nothing else is in the way', call(), line(), 'slot', null],
  ]
  for (const [title, waiting, standing, reason, until] of cases)
    it(`returns ${title}`, () => assert.deepEqual(waitReason(waiting, standing, now), { reason, until }))
})
