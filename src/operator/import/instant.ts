const form =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/i

const minuteMs = 60_000

/**
 * An instant of Decision 5 from 1970 on, as ISO 8601 UTC with milliseconds; null for anything else, days that no month has
 * included. Without an offset it is UTC. By hand, since each line has some: `Temporal` takes ten times as long.
 */
export function normalizeInstant(text: string): string | null {
  if (isNormalInstant(text)) return text
  const found = form.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second = '00', fraction = '', sign, ...offset] = found
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  if (!isNormalInstant(local) && year !== '1969') return null
  if (sign === undefined) return isNormalInstant(local) ? local : null
  const [offsetHours, offsetMinutes] = offset.map((part) => Number(part ?? 0))
  if (offsetHours === undefined || offsetMinutes === undefined) return null
  if (offsetHours > 23 || offsetMinutes > 59) return null
  const ahead = (offsetHours * 60 + offsetMinutes) * minuteMs
  const ms = Date.parse(local) - (sign === '-' ? -ahead : ahead)
  return ms >= 0 && ms < Date.UTC(10_000, 0, 1) ? new Date(ms).toISOString() : null
}

const pattern = '0000-00-00T00:00:00.000Z'

/** Whether the text is an instant as this service writes it; most files have no others. */
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
    year >= 1970 &&
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
