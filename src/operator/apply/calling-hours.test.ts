import assert from 'node:assert/strict'
import test from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { CallingHours } from './calling-hours.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const dayMinutes = 1440

test('finds an overlap exactly where two windows share a minute of the week', () => {
  const time = (most: number) =>
    fc.nat(most).map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`)
  const window = fc
    .record({ days: fc.subarray(days, { minLength: 1, maxLength: 3 }), from: time(47), to: time(48) })
    .filter(({ from, to }) => from !== to)
  const property = fc.property(fc.array(window, { minLength: 1, maxLength: 4 }), (windows) => {
    const accepted = CallingHours.safeParse({ timezone: 'UTC', windows }).success
    assert.equal(accepted, !sharesMinute(windows))
  })
  fc.assert(property, { numRuns: 2_000 })
})

/**
 * Returns whether two windows share a minute, in the obvious way: walks each window minute by minute round the week,
 * and marks the minutes that it covers.
 */
function sharesMinute(windows: { days: string[]; from: string; to: string }[]): boolean {
  const coveredBy = new Map<number, number>()
  for (const [index, { days: on, from, to }] of windows.entries()) {
    for (const day of on) {
      const end = minutesOf(to) % dayMinutes
      let minute = minutesOf(from)
      do {
        const ofWeek = (days.indexOf(day) * dayMinutes + minute) % (7 * dayMinutes)
        if ((coveredBy.get(ofWeek) ?? index) !== index) return true
        coveredBy.set(ofWeek, index)
        minute++
      } while (minute % dayMinutes !== end)
    }
  }
  return false
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
