import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallingHours } from './calling-hours.ts'
import { openingsMax, previewHours } from './preview-hours.ts'

const berlin: CallingHours = {
  timezone: 'Europe/Berlin',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '09:00', to: '18:00' }],
  closed_dates: ['2027-03-26'],
}
const night: CallingHours = {
  timezone: 'Europe/Berlin',
  windows: [{ days: ['sat'], from: '22:00', to: '04:00' }],
  closed_dates: [],
}

describe('a preview of calling hours', () => {
  it('says that a local time does not exist, and what happens after it', () => {
    const preview = previewHours(berlin, '2027-03-28T02:30', 'Europe/Berlin')
    assert.equal(
      preview.sentence,
      'Sunday 28 March 2027, 02:30 in Berlin does not exist; at 03:00 it is closed, because no window begins on Sundays; it opens Monday 09:00.',
    )
    assert.equal(preview.exists, false)
    assert.equal(preview.code, 'no_window_on_day')
    assert.equal(preview.at, '2027-03-28T01:00:00.000Z')
    assert.equal(preview.opens_at, '2027-03-29T07:00:00.000Z')
    assert.equal(
      preview.clock_change?.sentence,
      'On Sunday 28 March 2027 the clocks go forward from 02:00 to 03:00.',
    )
  })

  it('names both instants of a local time that comes twice', () => {
    const preview = previewHours(night, '2027-10-31T02:30', 'Europe/Berlin')
    assert.equal(preview.at, '2027-10-31T00:30:00.000Z')
    assert.equal(preview.second_at, '2027-10-31T01:30:00.000Z')
    assert.match(
      preview.sentence,
      /comes twice; the first time it is open, because a window of the day before runs on past midnight; it closes at 04:00\.$/,
    )
    assert.match(preview.clock_change?.sentence ?? '', /go back from 03:00 to 02:00/)
  })

  const reasons: [local: string, sentence: RegExp, code: string][] = [
    [
      '2027-03-25T12:00',
      /is open, because Thursdays have a window from 09:00 to 18:00; it closes at 18:00/,
      'open',
    ],
    [
      '2027-03-25T19:00',
      /closed, because Thursdays have 09:00 to 18:00; it opens Saturday 09:00/,
      'between_windows',
    ],
    [
      '2027-03-26T12:00',
      /closed, because Friday 26 March 2027 is a closed date; it opens Saturday 09:00/,
      'closed_date',
    ],
    ['2027-03-25T18:00', /is closed/, 'between_windows'],
  ]
  for (const [local, sentence, code] of reasons)
    it(`gives the reason at ${local}: ${code}`, () => {
      const preview = previewHours(berlin, local, 'Europe/Berlin')
      assert.match(preview.sentence, sentence)
      assert.equal(preview.code, code)
    })

  it('takes the local time in another zone than that of the hours', () => {
    const preview = previewHours(berlin, '2027-03-25T04:30', 'America/New_York')
    assert.match(preview.sentence, /^Thursday 25 March 2027, 04:30 in New York is open/)
    assert.equal(preview.closes_at, '2027-03-25T17:00:00.000Z')
  })

  it('foretells the next openings, and marks those on days on which clocks change', () => {
    const { openings } = previewHours(berlin, '2027-03-24T20:00', 'Europe/Berlin')
    assert.equal(openings.length, openingsMax)
    assert.deepEqual(
      openings.slice(0, 3).map(({ opens_local }) => opens_local),
      ['2027-03-25T09:00', '2027-03-27T09:00', '2027-03-29T09:00'],
    )
    assert.deepEqual(openings.map(({ clock_change }) => clock_change).filter(Boolean), [])
    const nights = previewHours(night, '2027-03-20T12:00', 'Europe/Berlin').openings
    assert.equal(nights[1]?.opens_at, '2027-03-27T21:00:00.000Z')
    // An hour shorter than its window.
    assert.equal(nights[1]?.closes_at, '2027-03-28T02:00:00.000Z')
    assert.match(nights[1]?.clock_change?.sentence ?? '', /forward from 02:00 to 03:00/)
  })

  it('says that hours without a window never open, and that a campaign without hours always does', () => {
    const never = previewHours({ ...berlin, windows: [] }, '2027-03-25T12:00', 'Europe/Berlin')
    assert.equal(never.code, 'never_open')
    assert.match(never.sentence, /it never opens\.$/)
    const always = previewHours(null, '2027-03-25T12:00', 'Europe/Berlin')
    assert.equal(always.code, 'always_open')
    assert.deepEqual(always.openings, [])
  })
})
