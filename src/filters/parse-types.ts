import { excerpt, fault } from './fault.ts'
import { typeNames } from './tree.ts'
import type { TypeName } from './tree.ts'

/** BSON's codes of the types, which callers may use for the names. */
const typeCodes: ReadonlyMap<number, TypeName> = new Map([
  [1, 'double'],
  [2, 'string'],
  [3, 'object'],
  [4, 'array'],
  [8, 'bool'],
  [9, 'date'],
  [10, 'null'],
  [16, 'int'],
  [18, 'long'],
  [19, 'decimal'],
])

/** Parses the operand of `$type`: one name or code, or a list of them. Returns each type once. */
export function parseTypes(value: unknown, place: string): TypeName[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length === 0) throw fault('filters', place, `$type takes at least one type. ${known}`)
  return [...new Set(list.map((type) => parseType(type, place)))]
}

const known = `Types: ${typeNames.join(', ')}, or the codes ${[...typeCodes.keys()].join(', ')}`

function parseType(value: unknown, place: string): TypeName {
  const found = typeof value === 'number' ? typeCodes.get(value) : typeNames.find((name) => name === value)
  if (found !== undefined) return found
  const given = typeof value === 'string' || typeof value === 'number' ? ` ${excerpt(String(value))}` : ''
  throw fault('filters', place, `$type does not know the type${given}. ${known}`)
}
