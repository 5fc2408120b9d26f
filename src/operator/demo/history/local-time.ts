export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A day of a time zone. */
export interface LocalDay {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** How many days it lies before the last day. */
  daysAgo: number
  /** Returns the instant of a time of this day. `minutes` may have a fraction. */
  at(hour: number, minutes: number): number
}

/** Returns the last `count` days of a zone up to the day of `until`, oldest first. */
export function localDays(until: Date, timeZone: string, count: number): LocalDay[] {
  const last = Temporal.Instant.fromEpochMilliseconds(until.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = count - 1 - index
    const date = last.subtract({ days: daysAgo })
    return {
      weekday: date.dayOfWeek,
      daysAgo,
      at: (hour, minutes) =>
        date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds + minutes * minuteMs,
    }
  })
}

/** Returns the local hour of an instant, from 0 to 23. */
export function localHour(ms: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).hour
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
