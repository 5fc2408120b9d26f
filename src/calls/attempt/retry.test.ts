import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallEnd } from '../call.ts'
import { retryAt } from './retry.ts'

type Campaign = Parameters<typeof retryAt>[0]

const weekdays = {
  timezone: 'America/New_York',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '09:00', to: '18:00' }],
  closed_dates: ['2026-11-26'],
}

const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  status: 'running',
  ends_at: null,
  calling_hours: null,
  retry_max_attempts: 3,
  retry_delay_minutes: 30,
  retry_on: ['no_answer', 'busy'],
  ...more,
})

const dial = { end: 'busy', attempts: 1, endedAt: '2026-11-20T15:00:00Z' } as const

/** Returns the end of the delay as text; null if there is none. */
function next(
  more: Partial<Campaign>,
  ended: { end?: CallEnd; attempts?: number; endedAt?: string } = {},
): string | null {
  const { end, attempts, endedAt } = { ...dial, ...ended }
  const at = retryAt(campaign(more), { end, attempts, endedAt: new Date(endedAt) }, ['America/New_York'])
  return at?.toISOString() ?? null
}

describe('retryAt (Rule 17, Promise 15)', () => {
  it('retries the ends that the campaign names, and no others', () => {
    const ends = ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled'] as const
    const retried = (more: Partial<Campaign>) => ends.filter((end) => next(more, { end }) !== null)
    assert.deepEqual(retried({}), ['no_answer', 'busy'])
    assert.deepEqual(retried({ retry_on: ['failed', 'voicemail'] }), ['voicemail', 'failed'])
    assert.deepEqual(retried({ retry_on: [] }), [])
  })

  it('counts every attempt, including the first, towards the limit', () => {
    const dials = (retry_max_attempts: number) =>
      [1, 2, 3, 4].filter((attempts) => next({ retry_max_attempts }, { attempts }) === null)
    assert.deepEqual(dials(1), [1, 2, 3, 4])
    assert.deepEqual(dials(3), [3, 4])
    // The campaign's number was lowered while the call waited.
    assert.equal(next({ retry_max_attempts: 2 }, { attempts: 5 }), null)
  })

  it('waits the delay from the end of the attempt, to the millisecond and never less', () => {
    assert.equal(next({}), '2026-11-20T15:30:00.000Z')
    assert.equal(next({ retry_delay_minutes: 0 }), '2026-11-20T15:00:00.000Z')
    assert.equal(next({ retry_delay_minutes: 0.05 }), '2026-11-20T15:00:03.000Z')
    assert.equal(next({ retry_delay_minutes: 0.00001 }), '2026-11-20T15:00:00.001Z')
  })

  it('ends the delay outside of the calling hours too, so that the call waits for the hours as they are then', () => {
    const hours = { calling_hours: weekdays }
    // Friday, an hour before the end.
    assert.equal(next(hours, { endedAt: '2026-11-20T22:00:00Z' }), '2026-11-20T22:30:00.000Z')
    // The end itself is outside.
    assert.equal(next(hours, { endedAt: '2026-11-20T22:30:00Z' }), '2026-11-20T23:00:00.000Z')
    // A closed date.
    assert.equal(next(hours, { endedAt: '2026-11-25T22:45:00Z' }), '2026-11-25T23:15:00.000Z')
  })

  it('returns null if the hours have no opening any more', () => {
    assert.equal(next({ calling_hours: { ...weekdays, windows: [] } }), null)
    assert.equal(next({ calling_hours: { ...weekdays, timezone: 'callee', windows: [] } }), null)
  })

  it('waits for hours at the callee that open later than is searched', () => {
    const days = Array.from({ length: 18 }, (_, day) => new Date(Date.UTC(2026, 11, 19 + day)))
    const closed_dates = days.map((day) => day.toISOString().slice(0, 10))
    const ended = { endedAt: '2026-12-18T22:50:00Z' }
    for (const timezone of ['America/New_York', 'callee'])
      for (const [ends_at, due] of [
        [null, '2026-12-18T23:20:00.000Z'],
        ['2027-01-07T00:00:00Z', '2026-12-18T23:20:00.000Z'],
        ['2026-12-30T00:00:00Z', null],
      ] as const) {
        const calling_hours = { ...weekdays, timezone, closed_dates }
        assert.equal(next({ calling_hours, ends_at }, ended), due, `${timezone} until ${ends_at}`)
      }
  })

  it('returns null at the end of the campaign or later, and if the next opening is too late', () => {
    assert.equal(next({ ends_at: '2026-11-20T15:30:00.001Z' }), '2026-11-20T15:30:00.000Z')
    assert.equal(next({ ends_at: '2026-11-20T15:30:00Z' }), null)
    const closing = { endedAt: '2026-11-20T22:45:00Z' }
    const ending = (ends_at: string) => next({ calling_hours: weekdays, ends_at }, closing)
    assert.equal(ending('2026-11-23T14:00:00Z'), null)
    assert.equal(ending('2026-11-23T14:00:01Z'), '2026-11-20T23:15:00.000Z')
  })

  it('returns null if the campaign was ended, but not if it is paused or a draft', () => {
    assert.equal(next({ status: 'ended' }), null)
    for (const status of ['draft', 'paused'] as const) assert.notEqual(next({ status }), null)
  })
})
