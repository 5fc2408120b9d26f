/** A local date and time, such as `2027-03-28` and `02:30`. */
export interface LocalTime {
  date: string
  time: string
}

/** Returns what the clocks of a zone show at an instant. */
export function localTimeOf(at: string | number, zone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(at))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Returns what clocks of a zone show at an instant, to the minute, as if it were UTC. */
export function shownAt(at: number, zone: string): number {
  const { date, time } = localTimeOf(at, zone)
  return Date.parse(`${date}T${time}:00Z`)
}

/**
 * Returns the instant at which the clocks of a zone show a local time, ISO 8601 UTC; null if the text is no date and
 * time. A time that clocks skip is moved on by as much as they skip; of one that comes twice it is the first.
 */
export function instantOf({ date, time }: LocalTime, zone: string): string | null {
  const meant = Date.parse(`${date}T${time}:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time) || Number.isNaN(meant)) return null
  const day = 86_400_000
  const offsets = [meant - day, meant + day].map((instant) => shownAt(instant, zone) - instant)
  const found = offsets.map((offset) => meant - offset).filter((instant) => shownAt(instant, zone) === meant)
  return new Date(found.length > 0 ? Math.min(...found) : meant - offsets[0]!).toISOString()
}
