// Hours that must be open in several zones, against the oracle, minute by minute. `npm test` tries some random sets of
// zones in each part of the year; HOURS_RUNS says how many: HOURS_RUNS=2000 takes some ten minutes.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { createOracle, readClocks } from '../../test/support/calling-hours-oracle.ts'
import type { ClockReadings, OracleSearch } from '../../test/support/calling-hours-oracle.ts'
import { fc } from '../../test/support/properties.ts'
import { closesWithinDays } from './calling-hours.ts'
import type { CampaignHours } from './campaign-hours.ts'
import { hoursIn } from './campaign-hours.ts'
import { commonOpeningAt, commonOpensWithinDays, differentZones } from './common-opening.ts'
import { zonesOfCountry } from './zones/zones-of-number.ts'

const runs = Number(process.env['HOURS_RUNS'] ?? 12)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The zones of countries with many, and zones of odd offsets and odd changes of clocks. */
const sets: Record<string, readonly string[]> = {
  US: zonesOfCountry('US'),
  AU: zonesOfCountry('AU'),
  BR: zonesOfCountry('BR'),
  CA: zonesOfCountry('CA'),
  RU: zonesOfCountry('RU'),
  ID: zonesOfCountry('ID'),
  MX: zonesOfCountry('MX'),
  ES: zonesOfCountry('ES'),
  CL: zonesOfCountry('CL'),
  NZ: zonesOfCountry('NZ'),
  odd: `Africa/Casablanca America/Havana America/Nuuk America/St_Johns Antarctica/Troll Asia/Gaza Asia/Kathmandu Asia/Tehran
    Australia/Eucla Australia/Lord_Howe Europe/Dublin Europe/London Pacific/Apia Pacific/Chatham Pacific/Kiritimati`.split(
    /\s+/,
  ),
}
const all = [...new Set(Object.values(sets).flat())]

/** Stretches in which clocks change in many of the zones, and one in which they change nowhere. */
const stretches = [Date.UTC(2026, 2, 5), Date.UTC(2026, 3, 1), Date.UTC(2026, 9, 20), Date.UTC(2027, 6, 1)]
/** As far ahead as the service looks, from an instant within the first four days. */
const readDays = 4 + commonOpensWithinDays + closesWithinDays + 1

const readMinutes = 26 * 24 * 60

const readings = new Map<string, ClockReadings>()
function readingsOf(timezone: string, from: number): ClockReadings {
  const key = `${timezone} ${from}`
  let read = readings.get(key)
  if (read === undefined) readings.set(key, (read = readClocks(timezone, from, readDays * 24)))
  return read
}

const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarters) => new Date(quarters * 15 * minuteMs).toISOString().slice(11, 16))
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const window = fc
  .record({
    days: fc.oneof(fc.constant([...weekdays]), fc.subarray([...weekdays], { minLength: 1 })),
    from: fc.oneof(time, fc.constantFrom('00:00', '02:00', '02:30', '08:00', '09:00')),
    to: fc.oneof(time, fc.constantFrom('24:00', '03:00', '18:00', '21:00')),
  })
  .filter(({ from, to }) => from !== to)

function hoursFrom(from: number): fc.Arbitrary<CampaignHours> {
  const dates = Array.from({ length: 20 }, (_, day) =>
    new Date(from + day * dayMs).toISOString().slice(0, 10),
  )
  return fc.record({
    timezone: fc.constant('callee'),
    windows: fc.array(window, { minLength: 1, maxLength: 4 }),
    closed_dates: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(dates)),
  })
}

const zones = fc.oneof(
  fc.constantFrom(...Object.values(sets)),
  fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 6 }),
  fc.constantFrom(...all).map((zone) => [zone]),
)

/** Returns whether every zone is open in the minute of an instant. */
function isOpenEverywhere(oracles: readonly OracleSearch[], at: number): boolean {
  return oracles.every((search) => search(true, at, at + 1) !== null)
}

/**
 * Returns the first instant from `at` on at which all zones are open, or not all are; null before `until` if there is
 * none.
 */
function firstInstant(oracles: readonly OracleSearch[], isOpen: boolean, at: number, until: number) {
  if (isOpenEverywhere(oracles, at) === isOpen) return at
  for (let minute = Math.floor(at / minuteMs + 1) * minuteMs; minute < until; minute += minuteMs)
    if (isOpenEverywhere(oracles, minute) === isOpen) return minute
  return null
}

describe('hours that must be open in several zones at once (Rule 152)', () => {
  for (const from of stretches)
    it(`open and close when the oracle says so, in sets of zones from ${new Date(from).toISOString().slice(0, 10)}`, () => {
      let [open, closed] = [0, 0]
      fc.assert(
        fc.property(
          hoursFrom(from),
          zones,
          fc.array(fc.integer({ min: 0, max: 4 * dayMs - 1 }), { minLength: 3, maxLength: 3 }),
          (hours, set, distances) => {
            const oracles = set.map((zone) => createOracle(readingsOf(zone, from), hoursIn(hours, zone)))
            for (const at of distances.map((distance) => from + distance)) {
              const opening = commonOpeningAt(hours, set, new Date(at))
              assert.equal(opening.isOpen, isOpenEverywhere(oracles, at), new Date(at).toISOString())
              if (opening.isOpen) {
                open++
                const closes = firstInstant(oracles, false, at, at + closesWithinDays * dayMs)
                assert.equal(opening.closesAt?.getTime() ?? null, closes)
                continue
              }
              const opens = firstInstant(oracles, true, at, at + commonOpensWithinDays * dayMs + 1)
              assert.equal(opening.opensAt?.getTime() ?? null, opens)
              assert.ok(set.includes(opening.heldBy))
              if (opens !== null) closed++
            }
          },
        ),
        { numRuns: runs },
      )
      // The runs must meet both answers, or they prove little.
      assert.ok(open > 0 && closed > 0, `${open} ${closed}`)
    })

  it('count zones with the same clocks in 26 days as one, and no others', () => {
    for (const from of stretches) {
      const clockOf = (zone: string): string => {
        const { dates, dateOf, minuteOf } = readingsOf(zone, from)
        const hash = createHash('sha1')
        // The names of dates, which the indexes stand for.
        hash.update(dates.slice(0, 28).join())
        return hash.update(dateOf.slice(0, readMinutes)).update(minuteOf.slice(0, readMinutes)).digest('hex')
      }
      const clocks = all.map(clockOf)
      const first = all.filter((_, index) => clocks.indexOf(clocks[index]!) === index)
      assert.deepEqual(differentZones(all, new Date(from + hourMs)), first)
      assert.ok(first.length > 20 && first.length < all.length / 2)
    }
  })
})
