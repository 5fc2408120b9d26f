import { comma } from './comma.ts'

/** An instant as the API gives it, or in milliseconds since 1970. */
export type Instant = string | number | Date

export interface InstantOptions {
  locale: string
  /** IANA name: the campaign's or the project's, never silently the browser's. */
  zone: string
}

/** Returns the city of a zone, as people say it: `America/New_York` is `New York`. */
export function zoneName(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** "Mon 23 Nov, 14:06:32 New York". The year is there unless it is this year's. For times that stand alone. */
export function formatInstant(
  at: Instant,
  { locale, zone, seconds = false, now = Date.now() }: InstantOptions & { seconds?: boolean; now?: number },
): string {
  const time = seconds ? formatTime(at, { locale, zone }) : formatMinute(at, { locale, zone })
  return `${formatDay(at, { locale, zone, now })}${comma(locale)}${time} ${zoneName(zone)}`
}

/** "Mon 23 Nov", with the year unless it is this year's. */
export function formatDay(
  at: Instant,
  { locale, zone, now = Date.now() }: InstantOptions & { now?: number },
): string {
  const format = (options: Intl.DateTimeFormatOptions) => formatter(locale, { timeZone: zone, ...options })
  const year = format({ year: 'numeric' })
  const isThisYear = year.format(dateOf(at)) === year.format(now)
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
  return format(isThisYear ? day : { ...day, year: 'numeric' })
    .format(dateOf(at))
    .replace(/^(\p{L}+)[,،]/u, '$1')
}

/** "14:06:32": seconds, because they explain a wait. Beside other times of the same zone only. */
export function formatTime(at: Instant, { locale, zone }: InstantOptions): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  return formatter(locale, { timeZone: zone, ...options }).format(dateOf(at))
}

/** "14:06". */
export function formatMinute(at: Instant, { locale, zone }: InstantOptions): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return formatter(locale, { timeZone: zone, ...options }).format(dateOf(at))
}

/** "14:06:32.530", for a carrier's events. */
export function formatMillisecond(at: Instant, { locale, zone }: InstantOptions): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  return formatter(locale, { timeZone: zone, ...options, fractionalSecondDigits: 3 }).format(dateOf(at))
}

/** Returns the instant in milliseconds since 1970. */
export function msOf(at: Instant): number {
  return dateOf(at).getTime()
}

function dateOf(at: Instant): Date {
  return at instanceof Date ? at : new Date(at)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making one takes a tenth of a millisecond, and a list has hundreds of instants. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}
