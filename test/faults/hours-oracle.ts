/** Calling hours as they are declared. */
export interface DeclaredHours {
  timezone: string
  /** Open only while open in each of these; absent: in `timezone`. */
  zones?: readonly string[]
  windows: { days: string[]; from: string; to: string }[]
  closed_dates?: string[]
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The local date, time and weekday in a zone. */
export interface WallClock {
  /** `2026-11-21`. */
  date: string
  /** `09:30`. */
  time: string
  /** `sat`. */
  day: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function wallClock(timezone: string, at: number): WallClock {
  let format = formats.get(timezone)
  if (format === undefined) {
    const digits = '2-digit'
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    })
    formats.set(timezone, format)
  }
  const [date = '', time = ''] = format.format(at).split(' ')
  return { date, time, day: dayOf(date) }
}

/**
 * Returns whether a campaign may dial, by brute force: whether the local time is in a window of that day, or of the day
 * before if that window goes past midnight. With null the campaign is always open.
 */
export function isOpenAt(hours: DeclaredHours | null, at: number): boolean {
  if (hours === null) return true
  return (hours.zones ?? [hours.timezone]).every((zone) => isOpenIn(zone, hours, at))
}

function isOpenIn(zone: string, hours: DeclaredHours, at: number): boolean {
  const { date, time, day } = wallClock(zone, at)
  const yesterday = new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
  const begins = (days: string[], on: string, name: string): boolean =>
    days.includes(name) && !(hours.closed_dates ?? []).includes(on)
  return hours.windows.some(({ days, from, to }) => {
    const overMidnight = from > to
    if (begins(days, date, day) && time >= from && (overMidnight || time < to)) return true
    return overMidnight && begins(days, yesterday, dayOf(yesterday)) && time < to
  })
}

/**
 * Returns the first open instant from `from` on; null if there is none before `until`. Checks each minute, because
 * offsets are whole minutes.
 */
export function firstOpening(hours: DeclaredHours | null, from: number, until: number): number | null {
  if (isOpenAt(hours, from)) return from
  for (let at = Math.floor(from / minuteMs + 1) * minuteMs; at < until; at += minuteMs)
    if (isOpenAt(hours, at)) return at
  return null
}

/** Returns the first minute with another offset than at `at`; null if there is none before `until`. */
export function nextClockChange(timezone: string, from: number, until: number): number | null {
  const offsetAt = (at: number): number => {
    const { date, time } = wallClock(timezone, at)
    return Date.parse(`${date}T${time}Z`) - Math.floor(at / minuteMs) * minuteMs
  }
  const before = offsetAt(from)
  for (let day = from; day < until; day += dayMs) {
    if (offsetAt(day + dayMs) === before) continue
    let at = Math.floor(day / minuteMs) * minuteMs
    while (offsetAt(at) === before) at += minuteMs
    return at
  }
  return null
}

function dayOf(date: string): string {
  return ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(date).getUTCDay()] ?? ''
}
