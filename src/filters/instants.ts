/** The first millisecond of year 1 and of year 10000, UTC: what four digits of a year can say. */
const firstMs = -62_135_596_800_000
const endMs = 253_402_300_800_000
const dayMs = 86_400_000

export const instantForm = 'must be an instant in ISO 8601, such as 2025-03-01T09:00:00Z'

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

export type Moment = { kind: 'instant'; at: number } | { kind: 'day'; from: number; to: number }

/**
 * An instant in ISO 8601's extended form, UTC where no offset is given, digits beyond milliseconds cut; or a date alone,
 * which is that day in UTC. `24:00` is the end of its day. Null for all else: dates that are in no calendar, hours and
 * minutes that are on no clock, years beyond 0001 to 9999 in UTC, and what `Date.parse` or PostgreSQL would take besides
 * (Rule 5).
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

const filterForm = /^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/**
 * As {@link parseMoment}, in the one form that filters take, minutes and the offset's included: whoever writes a filter
 * mostly writes a program, which is better told than guessed at.
 */
export function parseFilterMoment(text: string): Moment | null {
  return filterForm.test(text) ? parseMoment(text) : null
}

/**
 * What a bad instant is told, after the field. A `+` that is not encoded comes out of a URL as a space, which nobody sees
 * who looks at what was sent.
 */
export function instantFault(text: string, expected = instantForm): string {
  const isPlusLost = text.includes(' ') && parseMoment(text.replace(' ', '+')) !== null
  return isPlusLost ? `${expected}; the + of an offset is written %2B in a URL` : expected
}

/** The instant of so many milliseconds since 1970 UTC; null where it is no whole number or beyond the years. */
export function momentOf(ms: number): Moment | null {
  return Number.isInteger(ms) && ms >= firstMs && ms < endMs ? { kind: 'instant', at: ms } : null
}

/** As the API shows it, and as PostgreSQL reads it; the day after the last one has a year of five digits. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/^\+0/, '')
}

/** Midnight of the date, UTC, or null where no calendar has it. Not `Date.UTC`, which takes year 12 for 1912. */
function dayStart(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() : null
}
