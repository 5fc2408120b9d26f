import { bracket, withCaseVariants, wordCharacters } from './character-set.ts'
import type { CharacterSet } from './character-set.ts'
import { readClass, readEscapedCode, readEscapedSet } from './parse-class.ts'
import {
  anchorCost,
  boundaryCost,
  characterCost,
  choiceCost,
  excessOf,
  repeatedCost,
  sequenceCost,
} from './regex-cost.ts'
import type { RegexCost } from './regex-cost.ts'
import { quantifierAt, readQuantifier } from './parse-quantifier.ts'
import { RegexFault } from './text-reader.ts'
import type { RegexReader } from './text-reader.ts'

const charsMax = 256
const groupsDeepMax = 10

export interface RegexOptions {
  /** Letters stand for their other case too. */
  i: boolean
  /** `^` and `$` hold at line breaks. */
  m: boolean
  /** The dot takes line breaks. */
  s: boolean
}

/** A pattern in PostgreSQL's dialect, or what is wrong with it and at which character. */
export type Translation = { kind: 'pattern'; pattern: string } | { kind: 'fault'; message: string }

/**
 * Reads the pattern as JavaScript's Unicode mode does and writes it in PostgreSQL's dialect, whose own reading differs in
 * most of what is not a letter. What the result finds hangs on no locale and no flag but PostgreSQL's `w` (`m`): case,
 * classes and word boundaries are spelled out. Groups don't capture and nothing is lazy, since only whether there is a
 * match is asked. What could take other than linear time is refused.
 */
export function translateRegex(source: string, options: RegexOptions): Translation {
  const characters = Array.from(source)
  if (characters.length > charsMax)
    return { kind: 'fault', message: `the pattern is longer than ${charsMax} characters` }
  if (source.startsWith('***'))
    return { kind: 'fault', message: 'a pattern that starts with *** is not supported' }
  const reader: RegexReader = { characters, at: 0 }
  try {
    const { text } = alternatives(reader, options, 0)
    // Only a closing bracket ends the outermost alternatives early.
    if (reader.at < characters.length) throw new RegexFault('a ) without its (', reader.at)
    return { kind: 'pattern', pattern: text }
  } catch (error) {
    if (!(error instanceof RegexFault)) throw error
    return { kind: 'fault', message: `${error.message} at character ${error.at + 1}` }
  }
}

/** Text in PostgreSQL's dialect, and what it costs. */
interface Piece {
  text: string
  cost: RegexCost
}

/** Up to the end or to the bracket that closes a group. */
function alternatives(reader: RegexReader, options: RegexOptions, depth: number): Piece {
  let choice = sequence(reader, options, depth)
  while (reader.characters[reader.at] === '|') {
    reader.at++
    const next = sequence(reader, options, depth)
    choice = { text: `${choice.text}|${next.text}`, cost: choiceCost(choice.cost, next.cost) }
  }
  return choice
}

function sequence(reader: RegexReader, options: RegexOptions, depth: number): Piece {
  let { text, cost }: Piece = { text: '', cost: anchorCost }
  for (;;) {
    const next = reader.characters[reader.at]
    if (next === undefined || next === ')' || next === '|') return { text, cost }
    const start = reader.at
    const piece = term(reader, options, depth)
    text += piece.text
    cost = sequenceCost(cost, piece.cost)
    const excess = excessOf(cost)
    if (excess !== null) throw new RegexFault(excess, start)
  }
}

function term(reader: RegexReader, options: RegexOptions, depth: number): Piece {
  const assertion = readAssertion(reader)
  if (assertion === null) return repeated(reader, atom(reader, options, depth))
  if (quantifierAt(reader)) throw new RegexFault('nothing to repeat', reader.at)
  return assertion
}

/** `\b` is spelled out since PostgreSQL's own word boundary takes letters beyond ASCII for parts of words. */
function readAssertion(reader: RegexReader): Piece | null {
  const next = reader.characters[reader.at]
  if (next === '^' || next === '$') {
    reader.at++
    return { text: next, cost: anchorCost }
  }
  const escaped = next === '\\' ? reader.characters[reader.at + 1] : undefined
  if (escaped !== 'b' && escaped !== 'B') return null
  reader.at += 2
  const word = bracket(wordCharacters, false)
  const text =
    escaped === 'b'
      ? `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
      : `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`
  return { text, cost: boundaryCost }
}

function atom(reader: RegexReader, options: RegexOptions, depth: number): Piece {
  const next = reader.characters[reader.at]!
  return next === '('
    ? group(reader, options, depth)
    : { text: characterOrSet(reader, next, options), cost: characterCost }
}

function characterOrSet(reader: RegexReader, next: string, options: RegexOptions): string {
  if ('*+?'.includes(next)) throw new RegexFault('nothing to repeat', reader.at)
  if ('{}]'.includes(next)) throw new RegexFault(`a bare ${next}, which is written \\${next},`, reader.at)
  if (next === '[') return readClass(reader, options.i)
  if (next === '\\') {
    const set = readEscapedSet(reader)
    return set === null ? letter(readEscapedCode(reader), options) : bracket(set, false)
  }
  reader.at++
  if (next === '.') return options.s ? '.' : '[^\\n]'
  return letter(next.codePointAt(0)!, options)
}

function letter(code: number, options: RegexOptions): string {
  const set: CharacterSet = [[code, code]]
  return bracket(options.i ? withCaseVariants(set) : set, false)
}

function group(reader: RegexReader, options: RegexOptions, depth: number): Piece {
  const start = reader.at
  if (depth === groupsDeepMax)
    throw new RegexFault(`groups are nested too deep, at most ${groupsDeepMax},`, start)
  reader.at++
  if (reader.characters[reader.at] === '?') {
    if (reader.characters[reader.at + 1] !== ':')
      throw new RegexFault(`${groupName(reader)} is not supported`, start)
    reader.at += 2
  }
  const inner = alternatives(reader, options, depth + 1)
  if (reader.characters[reader.at] !== ')') throw new RegexFault('a ( without its )', start)
  reader.at++
  return { text: `(?:${inner.text})`, cost: inner.cost }
}

/** What stands behind `(?`, by name. */
function groupName(reader: RegexReader): string {
  const rest = reader.characters.slice(reader.at + 1, reader.at + 3).join('')
  if (rest.startsWith('=') || rest.startsWith('!')) return 'a lookahead'
  if (rest === '<=' || rest === '<!') return 'a lookbehind'
  if (rest.startsWith('<') || rest.startsWith('P')) return 'a named group'
  if (rest.startsWith('>')) return 'an atomic group'
  return 'a group with inline flags'
}

function repeated(reader: RegexReader, piece: Piece): Piece {
  if (!quantifierAt(reader)) return piece
  const start = reader.at
  const { text, min, max } = readQuantifier(reader)
  const next = reader.characters[reader.at]
  if (next === '?') reader.at++
  else if (next === '+') throw new RegexFault('a possessive quantifier is not supported', reader.at)
  if (quantifierAt(reader)) throw new RegexFault('nothing to repeat', reader.at)
  const cost = repeatedCost(piece.cost, min, max)
  const excess = excessOf(cost)
  if (excess !== null) throw new RegexFault(excess, start)
  return { text: piece.text + text, cost }
}
