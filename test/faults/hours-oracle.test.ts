import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursOfNumber, mobilePrefix } from './callee-hours.ts'
import { firstOpening, isOpenAt, nextClockChange } from './hours-oracle.ts'
import { abroadCampaign, blinkingHours, farHours } from './plan.ts'

const at = (text: string) => Date.parse(text)
const dayMs = 86_400_000

describe('the oracle of calling hours', () => {
  const berlin = { timezone: 'Europe/Berlin', windows: [{ days: ['fri'], from: '22:00', to: '02:00' }] }

  it('includes `from` and excludes `to`, also past midnight', () => {
    assert.equal(isOpenAt(berlin, at('2026-11-20T20:59:59.999Z')), false)
    assert.equal(isOpenAt(berlin, at('2026-11-20T21:00:00Z')), true)
    assert.equal(isOpenAt(berlin, at('2026-11-21T00:59:59.999Z')), true)
    assert.equal(isOpenAt(berlin, at('2026-11-21T01:00:00Z')), false)
  })

  it('begins no window on a closed date, and continues a window from the day before', () => {
    const closed = (date: string) => ({ ...berlin, closed_dates: [date] })
    assert.equal(isOpenAt(closed('2026-11-20'), at('2026-11-20T22:00:00Z')), false)
    assert.equal(isOpenAt(closed('2026-11-20'), at('2026-11-21T00:30:00Z')), false)
    assert.equal(isOpenAt(closed('2026-11-21'), at('2026-11-21T00:30:00Z')), true)
  })

  it('finds the first open minute, also past a clock change', () => {
    const hours = { timezone: 'America/New_York', windows: [{ days: ['sun'], from: '02:30', to: '04:00' }] }
    // At 02:00 the clocks move to 03:00, so 02:30 does not exist.
    assert.equal(
      firstOpening(hours, at('2027-03-14T05:00:00Z'), at('2027-03-15T00:00:00Z')),
      at('2027-03-14T07:00:00Z'),
    )
    assert.equal(firstOpening(hours, at('2027-03-15T05:00:00Z'), at('2027-03-16T00:00:00Z')), null)
  })

  it('returns when clocks change', () => {
    const change = nextClockChange('America/New_York', at('2026-11-21T00:00:00Z'), at('2027-06-01T00:00:00Z'))
    assert.equal(change, at('2027-03-14T07:00:00Z'))
    assert.equal(
      nextClockChange('Asia/Kathmandu', at('2026-11-21T00:00:00Z'), at('2027-06-01T00:00:00Z')),
      null,
    )
  })
})

describe('the hours of the plan', () => {
  it('open and close every other minute, and stay open from the last minute of the load', () => {
    const [start, end] = [at('2026-11-21T18:13:20Z'), at('2026-11-21T18:19:30Z')]
    // In Kathmandu, midnight is within these minutes.
    const hours = blinkingHours('Asia/Kathmandu', 1, start, end)
    const open = Array.from({ length: 8 }, (_, minute) => isOpenAt(hours, start + minute * 60_000))
    assert.deepEqual(open, [true, false, true, false, true, false, true, true])
    assert.equal(isOpenAt(hours, end + 3_600_000), true)
  })

  it('open months later, after a clock change', () => {
    const start = at('2026-11-21T10:00:00Z')
    const hours = farHours('Europe/Berlin', start)
    assert.ok(hours !== null)
    const opening = firstOpening(hours, start, start + 200 * dayMs)
    assert.ok(opening !== null && opening > at('2027-03-28T01:00:00Z'))
    assert.equal(farHours('Asia/Kathmandu', start), null)
  })
})

describe('the campaign abroad', () => {
  it('is open in Sydney and closed elsewhere in Australia in the minute in which a short load begins', () => {
    const dayStartsAt = Date.UTC(2026, 10, 23)
    for (let count = 0; count < 20; count++) {
      // The load begins in the first half of a minute, at any time of the day.
      const startsAt = dayStartsAt + count * 67 * 60_000 + (count % 30) * 1_000
      const hours = abroadCampaign(startsAt, startsAt + 60_000).hours!
      const closed = hoursOfNumber(hours, `${mobilePrefix}12345678`)
      for (const afterMs of [0, 15_000, 29_000]) {
        const at = startsAt + afterMs
        assert.equal(isOpenAt(closed, at), false, new Date(at).toISOString())
        assert.equal(
          isOpenAt({ ...hours, timezone: 'Australia/Sydney' }, at),
          true,
          new Date(at).toISOString(),
        )
      }
    }
  })
})
