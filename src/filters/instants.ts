/** The first millisecond of year 1 and of year 10000 in UTC: the range of a year with four digits. */
const firstMs = -62_135_596_800_000
const endMs = 253_402_300_800_000
const dayMs = 86_400_000

export const instantForm = 'must be an instant in ISO 8601, such as 2025-03-01T09:00:00Z'
export const momentForm = `${instantForm}, or a date`

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

export type Moment = { kind: 'instant'; at: number } | { kind: 'day'; from: number; to: number }

/**
 * Parses an instant in the extended form of ISO 8601, or a date, which means that whole day in UTC. Without an offset
 * the time is UTC; digits beyond milliseconds are dropped; `24:00` is the end of its day. Returns null for all other
 * text: impossible dates and times, years outside of 0001 to 9999 in UTC, and further forms that `Date.parse` or
 * PostgreSQL would accept (Rule 5).
 */
export function parseMoment(text: string): Moment | null {
  const match = form.exec(text)
  if (match === null) return null
  const [
    ,
    year,
    month,
    day,
    hour,
    minute = '0',
    second = '0',
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  const from = dayStart(Number(year), Number(month), Number(day))
  if (from === null) return null
  if (hour === undefined) return { kind: 'day', from, to: from + dayMs }
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59) return null
  if (hour === '24' && /[1-9]/.test(minute + second + fraction)) return null
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  const offsetMinutes = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1)
  const minutes = Number(hour) * 60 + Number(minute) - offsetMinutes
  const ms = Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return momentOf(from + minutes * 60_000 + ms)
}

/** Parses an instant as {@link parseMoment} does; null for a date alone as well. */
export function parseInstant(text: string): Date | null {
  const moment = parseMoment(text)
  return moment?.kind === 'instant' ? new Date(moment.at) : null
}

/**
 * Parses until when something holds: an instant as {@link parseMoment} does, or a date, which holds until the end of
 * that day in UTC (Rule 5). The last day of year 9999 is a millisecond shorter, so that its end has a year of four
 * digits.
 */
export function parseUntil(text: string): Date | null {
  const moment = parseMoment(text)
  if (moment === null) return null
  return new Date(moment.kind === 'day' ? Math.min(moment.to, endMs - 1) : moment.at)
}

const filterForm = /^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/**
 * Parses like {@link parseMoment}, but requires the minutes, also those of the offset. Filters are mostly written by
 * programs, for which an error is better than a guess.
 */
export function parseFilterMoment(text: string): Moment | null {
  return filterForm.test(text) ? parseMoment(text) : null
}

/**
 * Returns the message for an invalid instant, to follow the field's name. An unencoded `+` in a URL arrives as a space,
 * which is hard to see, so the message points it out.
 */
export function instantFault(text: string, expected = instantForm): string {
  const isPlusLost = text.includes(' ') && parseMoment(text.replace(' ', '+')) !== null
  return isPlusLost ? `${expected}; the + of an offset is written %2B in a URL` : expected
}

/**
 * Returns the instant for milliseconds since 1970 UTC, or null when it is not a whole number or outside of the years
 * 0001 to 9999.
 */
export function momentOf(ms: number): Moment | null {
  return Number.isInteger(ms) && ms >= firstMs && ms < endMs ? { kind: 'instant', at: ms } : null
}

/**
 * Formats an instant as the API shows it. The result is also valid for PostgreSQL, where the end of the last day has a
 * year of five digits.
 */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/^\+0/, '')
}

/**
 * Returns midnight UTC of the date, or null when the date does not exist. `Date.UTC` is no use here because it reads
 * year 12 as 1912.
 */
function dayStart(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() : null
}
