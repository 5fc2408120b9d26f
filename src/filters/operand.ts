import { excerpt, fault } from './fault.ts'
import { formatInstant, instantFault, instantForm, momentOf, parseFilterMoment } from './instants.ts'
import type { Moment } from './instants.ts'
import { checkName, checkString, isJsonObject } from './json-text.ts'
import type { JsonObject } from './json-text.ts'
import type { Holds, Operand } from './tree.ts'

const bracketDepthMax = 10

/**
 * Parses a value to compare with, by the type that the field holds. On a timestamp field a string becomes an instant or
 * a day. `$date` becomes an instant there, and text below an open object, which has no timestamps.
 */
export function parseOperand(value: unknown, holds: Holds, place: string): Operand {
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'number') return { kind: 'number', value: finite(value, place) }
  if (typeof value === 'string') {
    checkString('filters', place, value)
    return holds === 'timestamp'
      ? required(parseFilterMoment(value), value, place)
      : { kind: 'string', value }
  }
  if (isJsonObject(value) && Object.hasOwn(value, '$date')) return parseDate(value, holds, place)
  checkLiteral(value, place, 1)
  // JSON.parse returns nothing else than the types above, arrays and objects.
  return { kind: 'json', value: value as readonly unknown[] | JsonObject }
}

/** Parses Extended JSON's date: an instant as text, or milliseconds as a number or `$numberLong`. */
function parseDate(value: JsonObject, holds: Holds, place: string): Operand {
  if (Object.keys(value).length > 1)
    throw fault('filters', place, '$date must be the only member of its object')
  if (typeof value.$date === 'number') finite(value.$date, `${place}.$date`)
  const moment = required(dateOf(value.$date), value.$date, `${place}.$date`)
  return holds === 'json' && moment.kind === 'instant'
    ? { kind: 'string', value: formatInstant(moment.at) }
    : moment
}

function dateOf(date: unknown): Moment | null {
  if (typeof date === 'number') return momentOf(date)
  if (typeof date === 'string') {
    const moment = parseFilterMoment(date)
    return moment?.kind === 'instant' ? moment : null
  }
  if (!isJsonObject(date) || Object.keys(date).length !== 1) return null
  const long = date.$numberLong
  return typeof long === 'string' && /^-?\d{1,15}$/.test(long) ? momentOf(Number(long)) : null
}

function required(moment: Moment | null, given: unknown, place: string): Moment {
  if (moment !== null) return moment
  throw fault('filters', place, typeof given === 'string' ? instantFault(given) : instantForm)
}

/** Checks an array or object that is compared as a whole. It recurses no deeper than the limit. */
function checkLiteral(value: unknown, place: string, depth: number): void {
  if (typeof value === 'string') return checkString('filters', place, value)
  if (typeof value === 'number') return void finite(value, place)
  if (typeof value !== 'object' || value === null) return
  if (depth > bracketDepthMax)
    throw fault('filters', place, `brackets are nested too deep, at most ${bracketDepthMax} levels`)
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) checkKey(key, place)
    checkLiteral(member, place, depth + 1)
  }
}

function checkKey(key: string, place: string): void {
  checkString('filters', place, key)
  checkName('filters', place, key)
  if (key.startsWith('$'))
    throw fault('filters', place, `${excerpt(key)} is not supported here, where a plain value is expected`)
}

/** Returns the number. JSON can hold numbers that JavaScript reads as Infinity, which are refused. */
export function finite(value: number, place: string): number {
  if (!Number.isFinite(value)) throw fault('filters', place, 'is not a finite number')
  return value
}
