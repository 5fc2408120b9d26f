import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { normalizeInstant } from './instant.ts'

describe('an instant', () => {
  it('is normalized to ISO 8601 UTC with milliseconds', () => {
    const cases = [
      ['2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00.123Z'],
      ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
      ['2026-11-21T09:00:00', '2026-11-21T09:00:00.000Z'],
      ['2026-11-21T09:00', '2026-11-21T09:00:00.000Z'],
      ['2026-11-21T09:00:00.123999Z', '2026-11-21T09:00:00.123Z'],
      ['2026-11-21T09:00:00,5+01:00', '2026-11-21T08:00:00.500Z'],
      ['2026-11-21T00:30:00+0100', '2026-11-20T23:30:00.000Z'],
      ['2026-12-31T23:30:00-01', '2027-01-01T00:30:00.000Z'],
      ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
      ['1960-02-29T12:00:00Z', '1960-02-29T12:00:00.000Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['0001-01-01T00:00:00.001Z', '0001-01-01T00:00:00.001Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
      ['2026-11-21', '2026-11-21T00:00:00.000Z'],
      ['2026-11-21T24:00:00Z', '2026-11-22T00:00:00.000Z'],
      ['2026-11-21t09z', '2026-11-21T09:00:00.000Z'],
    ]
    for (const [given, expected] of cases) assert.equal(normalizeInstant(given!), expected, given!)
  })

  it('is refused if the time does not exist, or has another form', () => {
    const cases = [
      '',
      '21.11.2026',
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00.000Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-04-31T00:00:00+01:00',
      '2026-11-21T24:00:01Z',
      '2026-11-31',
      '20261121T090000Z',
      '2026-11-21T09:60:00Z',
      '2026-11-21T09:00:60Z',
      '2026-11-21T09:00:00+24:00',
      '2026-11-21 09:00:00Z',
      '2026-11-21T09:00:00.000X',
      '0000-12-31T23:59:59Z',
      '0000-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00+01:00',
      '2026-02-30T00:00:00.000Z',
      '1763715600',
    ]
    for (const given of cases) assert.equal(normalizeInstant(given), null, given)
  })

  it('is the one that Temporal reads, with any offset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('0001-01-03'), max: Date.UTC(9999, 0, 1) }).map((ms) => new Date(ms)),
        fc.integer({ min: -1439, max: 1439 }),
        (date, offset) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
          const sign = offset < 0 ? '-' : '+'
          const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
          const text = `${local}${sign}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`
          assert.equal(normalizeInstant(text), date.toISOString())
          assert.equal(Temporal.Instant.from(text).epochMilliseconds, date.getTime())
        },
      ),
    )
  })
})
