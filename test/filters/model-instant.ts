import { isObject } from './shape.ts'
import type { Json } from './shape.ts'

/** A span in milliseconds since 1970, without `to`: one millisecond for an instant, or a whole UTC day. */
export interface Span {
  readonly from: number
  readonly to: number
}

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:(Z)|([+-])(\d\d):?(\d\d))?)?$/

/** Returns the span of a text, or undefined when it is not an instant or a day. */
export function spanOf(text: string): Span | undefined {
  const parts = form.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', , sign, offsetHours, offsetMinutes] =
    parts
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (Number(year) === 0 || date.toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined
  if (hour === undefined) return { from: date.getTime(), to: date.getTime() + 86_400_000 }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHours ?? 0) > 23 || Number(offsetMinutes ?? 0) > 59) return undefined
  const minutesEast = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  const minutes = Number(hour) * 60 + Number(minute) - minutesEast
  const from =
    date.getTime() + minutes * 60_000 + Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  return { from, to: from + 1 }
}

/** Returns the milliseconds of an Extended JSON date, or undefined when it is something else or malformed. */
export function extendedDateMs(operand: Json): number | undefined {
  if (!isObject(operand) || Object.keys(operand).join() !== '$date') return undefined
  const date = operand['$date']!
  if (typeof date === 'string') return date.includes('T') ? spanOf(date)?.from : undefined
  const ms = isObject(date) && Object.keys(date).join() === '$numberLong' ? date['$numberLong']! : date
  if (typeof ms === 'string' ? !/^-?\d+$/.test(ms) : ms !== date || !Number.isInteger(ms)) return undefined
  const number = Number(ms)
  return number >= Date.parse('0001-01-01T00:00:00Z') && number <= Date.parse('9999-12-31T23:59:59.999Z')
    ? number
    : undefined
}
