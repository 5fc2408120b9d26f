import { isUuid } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { selectById, selectByName, selectByNumber, selectPeople } from './queries.ts'
import type { Found, Scope } from './queries.ts'

/** The most that is found. */
export const foundMax = 20
export const queryCharsMax = 200
const digitsMin = 4
const nameCharsMin = 3

/**
 * Finds what fits a text: the record with that id, calls and conversations of a number, people by name, number or address,
 * and configured records by name. Exact ones come first, then the latest. Every part is bounded and served by an index.
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
  return [...distinct.values()]
    .sort((one, other) => Number(other.is_exact) - Number(one.is_exact))
    .slice(0, foundMax)
}
