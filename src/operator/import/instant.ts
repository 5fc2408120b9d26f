import { formatInstant, parseMoment } from '../../filters/instants.ts'

/**
 * Returns an instant of Rule 5 as ISO 8601 UTC with milliseconds; null for anything else. A date alone is taken as its
 * beginning. Text that is in this form already, or lacks only the milliseconds, is recognized without the parser,
 * because every line has such instants.
 */
export function normalizeInstant(text: string): string | null {
  const withMs = text.length === 20 && text.endsWith('Z') ? `${text.slice(0, -1)}.000Z` : text
  if (isNormalInstant(withMs)) return withMs
  const moment = parseMoment(text)
  return moment === null ? null : formatInstant(moment.kind === 'day' ? moment.from : moment.at)
}

const pattern = '0000-00-00T00:00:00.000Z'

/** Returns whether the text is an instant as this service writes it, as are almost all instants of most files. */
function isNormalInstant(text: string): boolean {
  if (text.length !== pattern.length) return false
  for (let at = 0; at < pattern.length; at++) {
    const code = text.charCodeAt(at)
    if (pattern[at] === '0' ? code < 48 || code > 57 : text[at] !== pattern[at]) return false
  }
  const number = (at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
  const year = number(0) * 100 + number(2)
  const [month, day] = [number(5), number(8)]
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    number(11) <= 23 &&
    number(14) <= 59 &&
    number(17) <= 59
  )
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
