import { casedCharacters, caseVariants } from './case-variants.ts'

/** Ranges of code points, both ends included. */
export type CharacterSet = readonly (readonly [number, number])[]

/** Text in PostgreSQL has no NUL, so code points start at 1. */
const firstCode = 1
const lastCode = 0x10ffff

export const digits: CharacterSet = [[0x30, 0x39]]
export const spaces: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
]
export const wordCharacters: CharacterSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]

export function complement(set: CharacterSet): CharacterSet {
  const rest: [number, number][] = []
  let from = firstCode
  for (const [first, last] of normalize(set)) {
    if (first > from) rest.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  if (from <= lastCode) rest.push([from, lastCode])
  return rest
}

/** Returns the set with all case variants of its characters. */
export function withCaseVariants(set: CharacterSet): CharacterSet {
  const added: [number, number][] = []
  const add = (character: string) => {
    for (const variant of caseVariants(character))
      added.push([variant.codePointAt(0)!, variant.codePointAt(0)!])
  }
  for (const [first, last] of set) {
    if (last === first) add(String.fromCodePoint(first))
    else
      for (const character of casedCharacters()) {
        const code = character.codePointAt(0)!
        if (code >= first && code <= last) add(character)
      }
  }
  return [...set, ...added]
}

/** Returns a bracket expression of PostgreSQL, or the bare character for a set of one. */
export function bracket(set: CharacterSet, negated: boolean): string {
  const ranges = normalize(set)
  // PostgreSQL takes a quantifier after a group, but not after a lookahead.
  if (ranges.length === 0) return negated ? '.' : '(?:(?!))'
  const [[first, last]] = ranges as [readonly [number, number]]
  if (ranges.length === 1 && first === last && !negated) return literal(first)
  const parts = ranges.map(([from, to]) => (from === to ? literal(from) : `${literal(from)}-${literal(to)}`))
  return `[${negated ? '^' : ''}${parts.join('')}]`
}

/** Returns the character or its escape. Both mean the same in and outside of brackets. */
function literal(code: number): string {
  const character = String.fromCodePoint(code)
  if (/[0-9A-Za-z]/.test(character)) return character
  const hex = code.toString(16)
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
}

function normalize(set: CharacterSet): (readonly [number, number])[] {
  const merged: [number, number][] = []
  for (const [first, last] of [...set].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else if (last >= firstCode) merged.push([Math.max(first, firstCode), last])
  }
  return merged
}
