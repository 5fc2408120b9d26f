import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursIn } from '../../campaigns/campaign-hours.ts'
import { estimateAtCallees } from './estimate-at-callees.ts'
import { estimateAttempts } from './estimate-attempts.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const hours = { timezone: 'callee', windows: [{ days, from: '09:00', to: '17:00' }], closed_dates: [] }
const assumes = { slots: 2, seconds_per_call: 60, calls_per_second: 1, calls_before: 0 }
/** Monday, 10:00 in New York, 07:00 in Los Angeles. */
const now = new Date('2026-11-23T15:00:00Z')
const east = (calls: number) => ({ zones: ['America/New_York'], calls })
const west = (calls: number) => ({ zones: ['America/Los_Angeles'], calls })

describe('estimateAtCallees', () => {
  it('is what is estimated for one zone', () => {
    for (const [calls, before] of [
      [1, 0],
      [7, 0],
      [900, 0],
      [2_000, 3],
    ] as const) {
      const given = { ...assumes, calls_before: before }
      assert.deepEqual(
        estimateAtCallees([east(calls)], given, { hours, endsAt: null, now }),
        estimateAttempts(calls, given, { hours: hoursIn(hours, 'America/New_York'), endsAt: null, now }),
      )
    }
  })

  it('dials the first where it is open and the last where it opens last', () => {
    assert.deepEqual(estimateAtCallees([west(1), east(3)], assumes, { hours, endsAt: null, now }), {
      first_attempt_at: '2026-11-23T15:00:00.000Z',
      last_attempt_at: '2026-11-23T17:00:00.000Z',
      too_late: 0,
    })
    assert.deepEqual(estimateAtCallees([west(3)], assumes, { hours, endsAt: null, now }), {
      first_attempt_at: '2026-11-23T17:00:00.000Z',
      last_attempt_at: '2026-11-23T17:01:00.000Z',
      too_late: 0,
    })
  })

  it('leaves for the next day what does not fit, and counts what the end of the campaign cuts off', () => {
    // Two slots take 120 calls an hour: 840 until New York closes, and the rest on Tuesday at 09:00.
    const { last_attempt_at } = estimateAtCallees([east(900)], assumes, { hours, endsAt: null, now })
    assert.equal(last_attempt_at, '2026-11-24T14:29:00.000Z')
    const endsAt = new Date('2026-11-23T17:30:00Z')
    const cut = estimateAtCallees([west(100), east(10)], assumes, { hours, endsAt, now })
    assert.deepEqual([cut.last_attempt_at, cut.too_late], [null, 40])
  })

  it('has no time of attempts that are later than any date, as the estimate for one zone has none', () => {
    const always = {
      ...hours,
      windows: [{ days: [...days, 'sat', 'sun'] as const, from: '00:00', to: '24:00' }],
    }
    for (const calls_per_second of [1e-9, 5e-324]) {
      const slow = { ...assumes, calls_per_second }
      const expected = { first_attempt_at: now.toISOString(), last_attempt_at: null, too_late: 0 }
      assert.deepEqual(estimateAttempts(100_000, slow, { hours: null, endsAt: null, now }), expected)
      assert.deepEqual(
        estimateAtCallees([east(100_000)], slow, { hours: always, endsAt: null, now }),
        expected,
      )
      const behind = { ...slow, calls_before: 100_000 }
      assert.deepEqual(estimateAttempts(1, behind, { hours: null, endsAt: null, now }), {
        ...expected,
        first_attempt_at: null,
      })
    }
  })
})
