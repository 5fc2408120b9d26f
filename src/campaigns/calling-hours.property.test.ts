// Calling hours against the oracle, around every change of the clocks of the zones below. `npm test` tries a few random
// windows at each change. HOURS_RUNS says how many: 10,000 take some forty minutes, run by themselves:
// HOURS_RUNS=10000 node --test src/campaigns/calling-hours.property.test.ts
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clockChanges,
  createClock,
  createOracle,
  readClocks,
} from '../../test/support/calling-hours-oracle.ts'
import type { ClockReadings } from '../../test/support/calling-hours-oracle.ts'
import { fc } from '../../test/support/properties.ts'
import { closesWithinDays, openingAt } from './calling-hours.ts'
import type { CallingHours, Opening, Weekday } from './calling-hours.ts'

const runs = Number(process.env['HOURS_RUNS'] ?? 6)

/**
 * Every rule by which clocks are moved from 2024 to 2030, every odd offset, and zones whose offset changes for good.
 */
const zones = `
  Africa/Cairo Africa/Casablanca Africa/El_Aaiun Africa/Johannesburg America/Adak America/Anchorage America/Asuncion
  America/Chicago America/Denver America/Halifax America/Havana America/Los_Angeles America/Mexico_City America/Miquelon
  America/New_York America/Nuuk America/Phoenix America/Port-au-Prince America/Santiago America/Sao_Paulo
  America/Scoresbysund America/St_Johns America/Tijuana America/Toronto America/Vancouver Antarctica/Casey
  Antarctica/Troll Antarctica/Vostok Asia/Almaty Asia/Beirut Asia/Gaza Asia/Hebron Asia/Jerusalem Asia/Kathmandu
  Asia/Kolkata Asia/Nicosia Asia/Qyzylorda Asia/Tehran Asia/Tokyo Atlantic/Azores Atlantic/Bermuda Australia/Adelaide
  Australia/Eucla Australia/Lord_Howe Australia/Sydney Europe/Athens Europe/Berlin Europe/Chisinau Europe/Dublin
  Europe/Lisbon Europe/London Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Easter Pacific/Norfolk UTC`
  .trim()
  .split(/\s+/)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2031, 0, 1)]

/** A change of a zone's clocks. For a zone without changes, it is any instant. */
interface Change {
  timezone: string
  at: number
  isChange: boolean
  /** What the clocks would have shown, had they not been changed, and what they show: `02:00` and `03:00`. */
  before: string
  after: string
  /** Local dates from four days before to five days after. */
  dates: string[]
  weekday: Weekday
  readings: ClockReadings
}

function changesOf(timezone: string): Change[] {
  const clock = createClock(timezone)
  const found = clockChanges(timezone, from, to)
  return (found.length > 0 ? found : [Date.UTC(2026, 4, 31, 12)]).map((at) => {
    const date = clock(at).slice(0, 10)
    const previous = Date.parse(`${clock(at - minuteMs).replace(' ', 'T')}Z`) + minuteMs
    // Read on for 18 days: all ten dates may be closed, and a campaign may open once a week.
    const start = Math.floor(at / hourMs) * hourMs - 2 * dayMs
    return {
      timezone,
      at,
      isChange: found.length > 0,
      before: new Date(previous).toISOString().slice(11, 16),
      after: clock(at).slice(11),
      dates: Array.from({ length: 10 }, (_, day) =>
        new Date(Date.parse(date) + (day - 4) * dayMs).toISOString().slice(0, 10),
      ),
      weekday: (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[new Date(date).getUTCDay()]!,
      readings: readClocks(timezone, start, 20 * 24),
    }
  })
}

const changes = zones.flatMap(changesOf)

function format(minutes: number): string {
  return new Date(minutes * minuteMs).toISOString().slice(11, 16)
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * Hours that `apply` accepts, and hours that overlap. Half of the times of day lie within two hours of times that are
 * skipped or come twice, many of them exactly at the ends. Half of the days are those of the change.
 */
function hoursAround({ timezone, before, after, dates, weekday }: Change): fc.Arbitrary<CallingHours> {
  const edges = [before, after]
  const time = fc.oneof(
    fc.integer({ min: 0, max: 24 * 60 - 1 }).map(format),
    fc.constantFrom(...edges, '00:00', '23:59'),
    fc
      .tuple(fc.constantFrom(...edges), fc.integer({ min: -120, max: 120 }))
      .map(([edge, minutes]) => format(minutesOf(edge) + minutes + 24 * 60)),
  )
  const days = fc.oneof(
    fc.subarray([...weekdays], { minLength: 1 }),
    fc.constantFrom([weekday], [weekdays[(weekdays.indexOf(weekday) + 6) % 7]!], [...weekdays]),
  )
  const window = fc
    .record({ days, from: time, to: fc.oneof({ weight: 9, arbitrary: time }, fc.constant('24:00')) })
    .filter(({ from, to }) => from !== to)
  return fc.record({
    timezone: fc.constant(timezone),
    windows: fc.array(window, { minLength: 1, maxLength: 5 }),
    closed_dates: fc.oneof(fc.constant([]), fc.subarray(dates, { maxLength: 4 }), fc.subarray(dates)),
  })
}

/** From 26 hours before the change to 26 hours after it, to the millisecond, often within three hours of it. */
const distance = fc.oneof(
  fc.integer({ min: -26 * 60, max: 26 * 60 }).map((minutes) => minutes * minuteMs),
  fc.integer({ min: -26 * hourMs, max: 26 * hourMs }),
  fc.integer({ min: -3 * hourMs, max: 3 * hourMs }),
)

type Implementation = (hours: CallingHours, at: Date) => Opening

/** Returns the first difference between an implementation and the oracle; null if there is none. */
function disagreement(
  implementation: Implementation,
  { readings }: Change,
  hours: CallingHours,
  instants: number[],
): string | null {
  const search = createOracle(readings, hours)
  for (const at of instants) {
    const isOpen = search(true, at, at + 1) !== null
    const until = isOpen ? at + closesWithinDays * dayMs : readings.from + readings.dateOf.length * minuteMs
    const changesAt = search(!isOpen, at, until)
    const actual = implementation(hours, new Date(at))
    const actualAt = (actual.isOpen ? actual.closesAt : actual.opensAt)?.getTime() ?? null
    if (actual.isOpen !== isOpen || actualAt !== changesAt)
      return `at ${new Date(at).toISOString()}: ${actual.isOpen} until ${actualAt}, not ${isOpen} until ${changesAt}`
  }
  return null
}

describe('calling hours around every change of the clocks from 2024 to 2030 (Promise 18)', () => {
  for (const timezone of zones) {
    const here = changes.filter((change) => change.timezone === timezone)
    it(`${timezone}: opens and closes when the oracle does, at ${here.length} instants`, () => {
      for (const change of here)
        fc.assert(
          fc.property(
            hoursAround(change),
            fc.array(distance, { minLength: 6, maxLength: 6 }),
            (hours, distances) => {
              const instants = [-minuteMs, -1, 0, 1, ...distances].map((distance) => change.at + distance)
              assert.equal(disagreement(openingAt, change, hours, instants), null)
            },
          ),
          { numRuns: runs },
        )
    })
  }

  it('tries at least 40 zones and 500 changes', () => {
    assert.ok(zones.length >= 40)
    assert.ok(changes.filter(({ isChange }) => isChange).length >= 500, `only ${changes.length}`)
  })
})

/**
 * Returns a wrong implementation on purpose: the zone always keeps the offset that it has at the instant
 * `instantOf(at)`.
 */
function withOneOffset(instantOf: (zoned: Temporal.ZonedDateTime) => Temporal.ZonedDateTime): Implementation {
  return (hours, at) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone)
    const offset = instantOf(zoned).offsetNanoseconds / 1e6
    const actual = openingAt({ ...hours, timezone: 'UTC' }, new Date(at.getTime() + offset))
    const back = (local: Date | null): Date | null => local && new Date(local.getTime() - offset)
    return actual.isOpen
      ? { isOpen: true, closesAt: back(actual.closesAt) }
      : { isOpen: false, opensAt: back(actual.opensAt) }
  }
}

/**
 * A wrong implementation on purpose: like a calendar, it first turns the beginnings and ends of windows into instants.
 */
const withInstantsOfWindows: Implementation = (hours, at) => {
  const now = at.getTime()
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(hours.timezone).toPlainDate()
  const instantOf = (date: Temporal.PlainDate, time: string): number =>
    time === '24:00'
      ? instantOf(date.add({ days: 1 }), '00:00')
      : date.toZonedDateTime({ timeZone: hours.timezone, plainTime: time }).epochMilliseconds
  const spans = Array.from({ length: 20 }, (_, day) => today.add({ days: day - 1 }))
    .filter((date) => !hours.closed_dates.includes(date.toString()))
    .flatMap((date) =>
      hours.windows
        .filter(({ days }) => days.includes(weekdays[date.dayOfWeek - 1]!))
        .map(({ from, to }) => ({
          start: instantOf(date, from),
          end: instantOf(from > to ? date.add({ days: 1 }) : date, to),
        })),
    )
  const open = spans.find(({ start, end }) => start <= now && now < end)
  if (open !== undefined) return { isOpen: true, closesAt: new Date(open.end) }
  const later = spans.filter(({ start, end }) => start > now && start < end).map(({ start }) => start)
  return { isOpen: false, opensAt: later.length === 0 ? null : new Date(Math.min(...later)) }
}

describe('the oracle detects an implementation', () => {
  const real = changes.filter(({ isChange }) => isChange)
  const around = [-3, -2, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2, 3].map((hours) => hours * hourMs)

  /**
   * Returns hours that are open every day during the times that are skipped or come twice: during all of them, and in
   * the middle of them.
   */
  function hoursOfChange({ timezone, before, after }: Change): CallingHours[] {
    // The shorter way round the clock face: no clocks are moved by twelve hours.
    const forward = (minutesOf(after) - minutesOf(before) + 24 * 60) % (24 * 60)
    const [first, length] = forward < 12 * 60 ? [before, forward] : [after, 24 * 60 - forward]
    return [0, Math.floor(length / 3)].map((margin) => {
      const start = minutesOf(first) + margin
      const window = { days: weekdays, from: format(start), to: format(start + length - 2 * margin) }
      return { timezone, windows: [window], closed_dates: [] }
    })
  }

  /** Returns the changes at which an implementation differs from the oracle. */
  function foundOut(implementationFor: (change: Change) => Implementation): Change[] {
    return real.filter((change) =>
      hoursOfChange(change).some((hours) => {
        const instants = around.map((distance) => change.at + distance)
        return disagreement(implementationFor(change), change, hours, instants) !== null
      }),
    )
  }

  it('and accepts the real one', () => {
    assert.deepEqual(
      foundOut(() => openingAt),
      [],
    )
  })

  it('that keeps the offset of the moment, at every change', () => {
    const wrong = withOneOffset((zoned) => zoned)
    assert.equal(foundOut(() => wrong).length, real.length)
  })

  it('that keeps the offset of the day before, at every change', () => {
    const found = foundOut(({ at, timezone }) => {
      const dayBefore = Temporal.Instant.fromEpochMilliseconds(at - dayMs).toZonedDateTimeISO(timezone)
      return withOneOffset(() => dayBefore)
    })
    assert.equal(found.length, real.length)
  })

  it('that takes the offset of midnight for the day, at every change', () => {
    const wrong = withOneOffset((zoned) => zoned.startOfDay())
    assert.equal(foundOut(() => wrong).length, real.length)
  })

  it('that turns the beginnings and ends of windows into instants, at every change', () => {
    assert.equal(foundOut(() => withInstantsOfWindows).length, real.length)
  })
})
