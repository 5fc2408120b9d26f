import { isUuid } from '../../base/ids.ts'
import { callMoves } from '../../calls/call.ts'
import type { CallState } from '../../calls/call.ts'
import type { Db } from '../../db/database.ts'
import { selectById, selectByName, selectByNumber, selectPeople } from './queries.ts'
import type { Found, Scope } from './queries.ts'

/** The most that is found. */
export const foundMax = 20
export const queryCharsMax = 200
const digitsMin = 4
const nameCharsMin = 3

/**
 * Finds what fits a text: the record with that id, calls and conversations of a number, people by name, number or
 * address, and configured records by name. Exact ones come first. What a number finds begins with the calls that are
 * not over, and its latest message if that failed or is not known; then comes the person, then the latest of all
 * others. So whoever goes to the first sees why a call waits, why a message failed, or all that happened. Every part is
 * bounded and served by an index.
 */
export async function find(db: Db, scope: Scope, typed: string): Promise<Found[]> {
  const text = typed.trim()
  if (isUuid(text.toLowerCase())) return selectById(db, scope, text.toLowerCase())
  const digits = /^\+?[\d\s().-]+$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  const found = await Promise.all([
    digits.length >= digitsMin ? selectByNumber(db, scope, `+${digits}`, foundMax) : [],
    digits.length >= digitsMin ? selectPeople(db, scope, { words: null, digits }, foundMax) : [],
    digits === '' && text.length >= nameCharsMin
      ? selectPeople(db, scope, { words: text.replace(/^@/, ''), digits: null }, foundMax)
      : [],
    digits === '' ? selectByName(db, scope, text, foundMax) : [],
  ])
  const distinct = new Map(found.flat().map((item) => [`${item.kind} ${item._id}`, item]))
  const items = [...distinct.values()]
  const ordered = digits === '' ? items.sort(byExactness) : orderOfNumber(items)
  return ordered.slice(0, foundMax)
}

function byExactness(one: Found, other: Found): number {
  return Number(other.is_exact) - Number(one.is_exact)
}

/** Sorts what a number finds by what somebody who has it most likely looks for. */
function orderOfNumber(items: readonly Found[]): Found[] {
  const latestFirst = items.toSorted((one, other) => timeOf(other) - timeOf(one))
  const latestMessage = latestFirst.find(({ kind }) => kind === 'message')
  const rankOf = (item: Found): number => {
    const { kind, detail } = item
    if (kind === 'call' && callMoves[detail as CallState].length > 0) return 0
    if (item === latestMessage && (detail === 'failed' || detail === 'unresolved')) return 1
    return kind === 'person' ? 2 : 3
  }
  return latestFirst.sort((one, other) => byExactness(one, other) || rankOf(one) - rankOf(other))
}

function timeOf({ at }: Found): number {
  return at === null ? 0 : Date.parse(at)
}
