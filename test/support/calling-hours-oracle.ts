// A second implementation of calling hours for tests, slow and simple. It shares nothing with the first one but the
// stored form: it reads local times from Intl, minute by minute, and marks the open minutes of each date.
import type { CallingHours } from '../../src/campaigns/calling-hours.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns a function for the local time of a zone: `2026-03-08 01:59`. */
export function createClock(timezone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const shown = format.format(at)
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(shown)) throw new Error(`Intl shows ${shown}`)
    return shown
  }
}

/** Returns the instant at which UTC shows this local time. */
function asUtc(shown: string): number {
  return Date.parse(`${shown.replace(' ', 'T')}Z`)
}

/**
 * Returns the first minute after each clock change of a zone between two instants. It reads the clock once a day and
 * then bisects. Two changes within a day that cancel each other would be missed, but there are none.
 */
export function clockChanges(timezone: string, from: number, to: number): number[] {
  const clock = createClock(timezone)
  const offsetAt = (at: number): number => asUtc(clock(at)) - at
  const changes: number[] = []
  for (let day = from; day < to; day += dayMs) {
    const before = offsetAt(day)
    if (offsetAt(day + dayMs) === before) continue
    let [low, high] = [day, day + dayMs]
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

/** The local time of a zone in each minute of a span. */
export interface ClockReadings {
  /** The first minute, in milliseconds since 1970. */
  from: number
  /** The local dates that occur, in order. */
  dates: string[]
  /** For each minute, the index of its date in `dates`, and the minute of the local day. */
  dateOf: Uint16Array
  minuteOf: Uint16Array
}

/** Reads the clock at every full hour, and minute by minute where an hour did not move it by an hour. */
export function readClocks(timezone: string, from: number, hours: number): ClockReadings {
  const clock = createClock(timezone)
  const dates: string[] = []
  const dateOf = new Uint16Array(hours * 60)
  const minuteOf = new Uint16Array(hours * 60)
  const note = (position: number, shown: string): void => {
    const date = shown.slice(0, 10)
    if (dates.at(-1) !== date && !dates.includes(date)) dates.push(date)
    dateOf[position] = dates.lastIndexOf(date)
    minuteOf[position] = minuteOfDay(shown.slice(11))
  }
  for (let hour = 0; hour < hours; hour++) {
    const start = from + hour * hourMs
    const shown = clock(start)
    const isPlain = asUtc(clock(start + hourMs)) - asUtc(shown) === hourMs
    for (let minute = 0; minute < 60; minute++) {
      const position = hour * 60 + minute
      if (!isPlain) note(position, clock(start + minute * minuteMs))
      else if (minute === 0 || minuteOf[position - 1] === 24 * 60 - 1)
        note(position, clock(start + minute * minuteMs))
      else {
        dateOf[position] = dateOf[position - 1]!
        minuteOf[position] = minuteOf[position - 1]! + 1
      }
    }
  }
  return { from, dates, dateOf, minuteOf }
}

/**
 * Returns the first instant from `at` on that is open, or closed, as asked; null when there is none before `until`.
 * `until` must be within the readings.
 */
export type OracleSearch = (isOpen: boolean, at: number, until: number) => number | null

export function createOracle(
  { from, dates, dateOf, minuteOf }: ClockReadings,
  hours: CallingHours,
): OracleSearch {
  const painted = dates.map((date) => openMinutes(hours, date))
  return (isOpen, at, until) => {
    for (let minute = Math.floor((at - from) / minuteMs); from + minute * minuteMs < until; minute++) {
      if (minute < 0 || minute >= dateOf.length) throw new RangeError('the readings are too short')
      if ((painted[dateOf[minute]!]![minuteOf[minute]!] === 1) === isOpen)
        return Math.max(at, from + minute * minuteMs)
    }
    return null
  }
}

/** Returns the minutes of a local date; 1 where open. */
function openMinutes({ windows, closed_dates }: CallingHours, date: string): Uint8Array {
  const open = new Uint8Array(24 * 60)
  const before = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
  for (const { days, from, to } of windows) {
    const isBegunOn = (date: string): boolean =>
      days.some((day) => day === weekdayOf(date)) && !closed_dates.includes(date)
    if (isBegunOn(date)) open.fill(1, minuteOfDay(from), from > to ? 24 * 60 : minuteOfDay(to))
    if (isBegunOn(before) && from > to) open.fill(1, 0, minuteOfDay(to))
  }
  return open
}

function weekdayOf(date: string): string | undefined {
  return ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(date).getUTCDay()]
}

function minuteOfDay(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return hour! * 60 + minute!
}
