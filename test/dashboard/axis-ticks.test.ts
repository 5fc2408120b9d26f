// The ticks of a call's axis: at round times of the project's clocks, and no two that say the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticksOf } from '../../dashboard/src/format/axis-ticks.ts'
import { localTimeOf } from '../../dashboard/src/format/local-time.ts'

const hourMs = 3_600_000
const at = (instant: string) => Date.parse(instant)

// Kolkata is half an hour beside the hours of UTC.
for (const [zone, first] of [
  ['America/New_York', /^Sat 21 Nov/],
  ['Asia/Kolkata', /^Sun 22 Nov/],
] as const)
  test(`days of a wait have ticks at midnight with their date (${zone})`, () => {
    const from = at('2026-11-20T23:00:00Z')
    for (const [hours, days] of [
      [63, 1],
      [20 * 24, 4],
      [200 * 24, 34],
    ] as const) {
      const ticks = ticksOf(from, from + hours * hourMs, { locale: 'en-GB', zone })
      assert.ok(ticks.length >= 2 && ticks.length <= 7, `${ticks.length} ticks in ${hours} hours`)
      const shown = ticks.map((tick) => localTimeOf(tick.at, zone))
      assert.deepEqual(new Set(shown.map(({ time }) => time)), new Set(['00:00']))
      const dates = shown.map(({ date }) => at(date))
      for (const [index, date] of dates.slice(1).entries())
        assert.equal(date - dates[index]!, days * 24 * hourMs)
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length)
      assert.match(ticks[0]!.label, first)
    }
  })

test('hours are those of the zone, with the date at midnight, and those that clocks skip are left out', () => {
  const labels = (from: string, to: string, zone: string) =>
    ticksOf(at(from), at(to), { locale: 'en-GB', zone }).map(({ label }) => label.replace(/ \d{4}$/, ''))
  assert.deepEqual(labels('2026-11-20T14:00:30Z', '2026-11-21T04:00:00Z', 'Asia/Kolkata'), [
    '21:00',
    'Sat 21 Nov',
    '03:00',
    '06:00',
    '09:00',
  ])
  assert.deepEqual(labels('2027-03-28T00:10:00Z', '2027-03-28T04:10:00Z', 'Europe/Berlin'), [
    '03:00',
    '04:00',
    '05:00',
    '06:00',
  ])
})

test('minutes and seconds need no zone to be round', () => {
  const options = { locale: 'en-GB', zone: 'Europe/Berlin' }
  assert.deepEqual(
    ticksOf(at('2026-11-23T13:06:02Z'), at('2026-11-23T13:06:12Z'), options).map(({ label }) => label),
    ['14:06:05', '14:06:10'],
  )
  assert.deepEqual(
    ticksOf(at('2026-11-23T13:06:02Z'), at('2026-11-23T13:26:00Z'), options).map(({ label }) => label),
    ['14:10', '14:15', '14:20', '14:25'],
  )
})
