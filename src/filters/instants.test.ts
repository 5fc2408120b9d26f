import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  formatInstant,
  instantFault,
  instantForm,
  momentOf,
  parseFilterMoment,
  parseInstant,
  parseMoment,
  parseUntil,
} from './instants.ts'

const readings: [text: string, instant: string][] = [
  ['2025-03-01T09:00Z', '2025-03-01T09:00:00.000Z'],
  ['2025-03-01T09:00:07Z', '2025-03-01T09:00:07.000Z'],
  ['2025-03-01T09:00:07.5Z', '2025-03-01T09:00:07.500Z'],
  ['2025-03-01T09:00:07.999999999Z', '2025-03-01T09:00:07.999Z'],
  ['2025-03-01T09:00:07,5Z', '2025-03-01T09:00:07.500Z'],
  ['2025-03-01T09Z', '2025-03-01T09:00:00.000Z'],
  ['2025-03-01T09', '2025-03-01T09:00:00.000Z'],
  ['2025-03-01T09-03', '2025-03-01T12:00:00.000Z'],
  ['2025-03-01t09:00z', '2025-03-01T09:00:00.000Z'],
  ['2025-03-01T09:00+01', '2025-03-01T08:00:00.000Z'],
  ['2025-03-01T24:00:00Z', '2025-03-02T00:00:00.000Z'],
  ['2024-12-31T24:00:00.000+01:00', '2024-12-31T23:00:00.000Z'],
  ['2025-03-01T24Z', '2025-03-02T00:00:00.000Z'],
  ['2025-03-01T09:00:07', '2025-03-01T09:00:07.000Z'],
  ['2025-03-01T00:30+01:00', '2025-02-28T23:30:00.000Z'],
  ['2025-03-01T00:30-0130', '2025-03-01T02:00:00.000Z'],
  ['2024-02-29T00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31T23:59:59.999Z', '0099-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
]

describe('parseMoment', () => {
  for (const [text, instant] of readings)
    it(`reads ${text}`, () => {
      const moment = parseMoment(text)
      assert(moment?.kind === 'instant')
      assert.equal(formatInstant(moment.at), instant)
    })

  it('reads a time without an offset as UTC, wherever the process runs (Rule 5)', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    try {
      assert.deepEqual(parseInstant('2025-03-01T09:00:00'), new Date('2025-03-01T09:00:00Z'))
      assert.equal(parseInstant('2025-03-01'), null)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('reads a date alone as that whole day in UTC (Rule 5)', () => {
    const moment = parseMoment('2025-03-01')
    assert(moment?.kind === 'day')
    assert.equal(formatInstant(moment.from), '2025-03-01T00:00:00.000Z')
    assert.equal(formatInstant(moment.to), '2025-03-02T00:00:00.000Z')
  })

  it('ends the last day with a year of five digits, which PostgreSQL reads', () => {
    const moment = parseMoment('9999-12-31')
    assert(moment?.kind === 'day')
    assert.equal(formatInstant(moment.to), '10000-01-01T00:00:00.000Z')
  })

  for (const text of [
    '2025-02-30T00:00Z',
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '0000-01-01',
    '2025-01-01T24:01Z',
    '2025-01-01T24:00:01Z',
    '2025-01-01T24:00:00.001Z',
    '2025-01-01T25:00Z',
    '9999-12-31T24:00Z',
    '2025-01-01T00:60Z',
    '2025-01-01T00:00:60Z',
    '2025-01-01T00:00+24:00',
    '2025-01-01T00:00+00:60',
    '2025-01-01T00:00+1',
    '2025-01-01T00:00 01:00',
    '20250101T000000Z',
    '2025-01-01T0000Z',
    '2025-01-01T00.5Z',
    '0001-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '2025-01-01 00:00Z',
    '2025-01-01Z',
    ' 2025-01-01',
    '2025-1-1',
    '12025-01-01',
    '+002025-01-01',
    'now',
    'infinity',
    '',
  ])
    it(`returns null for ${JSON.stringify(text)}`, () => {
      assert.equal(parseMoment(text), null)
    })
})

describe('parseUntil', () => {
  it('reads a date alone as the end of that day in UTC, and an instant as it is (Rule 5)', () => {
    assert.deepEqual(parseUntil('2027-03-01'), new Date('2027-03-02T00:00:00Z'))
    assert.deepEqual(parseUntil('2027-03-01T09:00+01:00'), new Date('2027-03-01T08:00:00Z'))
    assert.deepEqual(parseUntil('9999-12-31'), new Date('9999-12-31T23:59:59.999Z'))
    for (const text of ['2027-02-29', 'tomorrow', '']) assert.equal(parseUntil(text), null)
  })
})

describe('parseFilterMoment', () => {
  it('reads instants with minutes, and dates', () => {
    for (const text of [
      '2025-03-01',
      '2025-03-01T09:00',
      '2025-03-01T23:59Z',
      '2025-03-01T09:00:07+0100',
      '2025-03-01T09:00:07.1234-01:30',
    ]) {
      const moment = parseFilterMoment(text)
      assert.ok(moment)
      assert.deepEqual(moment, parseMoment(text))
    }
  })

  for (const text of [
    '2025-03-01T09',
    '2025-03-01T09Z',
    '2025-03-01T24:00Z',
    '2025-03-01T24:00:00Z',
    '2025-03-01t09:00Z',
    '2025-03-01T09:00z',
    '2025-03-01T09:00:07,5Z',
    '2025-03-01T09:00+01',
    '2025-02-30T09:00Z',
    '2025-03-01T09:60Z',
  ])
    it(`returns null for ${text}`, () => assert.equal(parseFilterMoment(text), null))
})

describe('instantFault', () => {
  it('points out a plus that arrived as a space, and nothing else', () => {
    for (const text of ['2025-03-01T09:00:00 01:00', '2025-03-01T09 0100', '2025-03-01t09:00:00.5 01'])
      assert.equal(instantFault(text), `${instantForm}; the + of an offset is written %2B in a URL`)
    for (const text of ['2025-03-01 09:00', '2025-03-01T09:00 25:00', '2025-03-01T09:00Z 01:00', 'soon', ' '])
      assert.equal(instantFault(text), instantForm)
  })
})

describe('momentOf', () => {
  it('accepts whole milliseconds in the years 0001 to 9999', () => {
    assert.deepEqual(momentOf(-62_135_596_800_000), { kind: 'instant', at: -62_135_596_800_000 })
    for (const ms of [-62_135_596_800_001, 253_402_300_800_000, 0.5, NaN]) assert.equal(momentOf(ms), null)
  })
})
