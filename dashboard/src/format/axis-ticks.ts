import { formatDay, formatMinute, formatTime } from './instant.ts'
import type { InstantOptions } from './instant.ts'
import { instantOf, localTimeOf, shownAt } from './local-time.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 5, 10, 30].map((seconds) => seconds * second),
  ...[1, 5, 10, 30].map((minutes) => minutes * minute),
  ...[1, 3, 6].map((hours) => hours * hour),
  ...[1, 2, 4, 7, 14].map((days) => days * day),
]
/** An axis is at most this many steps long. */
const stepsMax = 6

/** Returns up to seven ticks at round times, in milliseconds since 1970. From an hour on, the zone's clock is round. */
export function ticksOf(from: number, to: number, options: InstantOptions): { at: number; label: string }[] {
  const step =
    steps.find((one) => (to - from) / one <= stepsMax) ?? Math.ceil((to - from) / stepsMax / day) * day
  return roundTimes(from, to, step, options.zone).map((at) => ({ at, label: labelOf(at, step, options) }))
}

/** A day says its date, and so does midnight: the same times come again on the next day. */
function labelOf(at: number, step: number, options: InstantOptions): string {
  if (step < minute) return formatTime(at, options)
  const isMidnight = step >= hour && localTimeOf(at, options.zone).time === '00:00'
  return step >= day || isMidnight ? formatDay(at, options) : formatMinute(at, options)
}

function roundTimes(from: number, to: number, step: number, zone: string): number[] {
  const isLocal = step >= hour
  const begin = isLocal ? shownAt(from, zone) : from
  // Steps of several days are counted from the first midnight.
  const unit = Math.min(step, day)
  const first = Math.ceil(begin / unit) * unit
  const times = Array.from({ length: Math.floor((to - from) / step) + 2 }, (_, index) => first + index * step)
  const instants = isLocal ? times.map((shown) => instantAt(shown, zone)) : times
  // An hour that clocks skip is the same instant as the next one.
  return [...new Set(instants)].filter((at) => at >= from && at <= to)
}

/** Returns the instant at which clocks of a zone show that. */
function instantAt(shown: number, zone: string): number {
  const [date = '', time = ''] = new Date(shown).toISOString().split('T')
  return Date.parse(instantOf({ date, time: time.slice(0, 5) }, zone) ?? '')
}
