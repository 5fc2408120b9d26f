import type { AST } from '@eslint-community/regexpp'
import { bracket, complement, digits, spaces, withCaseVariants, wordCharacters } from './character-set.ts'
import type { CharacterSet } from './character-set.ts'
import { parsePattern, RegexFault } from './parse-pattern.ts'
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

const charsMax = 256
const groupDepthMax = 10
const countMax = 255

export interface RegexOptions {
  /** Letters match their other case too. */
  i: boolean
  /** `^` and `$` match at line breaks. */
  m: boolean
  /** The dot matches line breaks. */
  s: boolean
}

/** A pattern in PostgreSQL's dialect, or what is wrong with the source and at which character. */
export type Translation = { kind: 'pattern'; pattern: string } | { kind: 'fault'; message: string }

/**
 * Translates a pattern of JavaScript's Unicode mode into PostgreSQL's dialect, where most special characters mean
 * something else. The result depends on no locale and on no flag but PostgreSQL's `w` (our `m`): case, classes and word
 * boundaries are spelled out. Groups don't capture and nothing is lazy, because only whether there is a match counts.
 * Constructs that could take more than linear time are refused.
 */
export function translateRegex(source: string, options: RegexOptions): Translation {
  if (Array.from(source).length > charsMax)
    return { kind: 'fault', message: `the pattern is longer than ${charsMax} characters` }
  if (source.startsWith('***'))
    return { kind: 'fault', message: 'a pattern that starts with *** is not supported' }
  try {
    const { pattern, positionOf } = parsePattern(source)
    const { text } = emitAlternatives(pattern.alternatives, { options, depth: 0, positionOf })
    return { kind: 'pattern', pattern: text }
  } catch (error) {
    if (!(error instanceof RegexFault)) throw error
    return { kind: 'fault', message: `${error.message} at character ${error.at + 1}` }
  }
}

interface Context {
  options: RegexOptions
  /** How many groups the node is in. */
  depth: number
  positionOf: (node: AST.Node) => number
}

/** Text in PostgreSQL's dialect, and what it costs. */
interface Piece {
  text: string
  cost: RegexCost
}

function emitAlternatives(alternatives: readonly AST.Alternative[], context: Context): Piece {
  return alternatives
    .map((each) => emitSequence(each.elements, context))
    .reduce((one, other) => ({
      text: `${one.text}|${other.text}`,
      cost: choiceCost(one.cost, other.cost),
    }))
}

function emitSequence(elements: readonly AST.Element[], context: Context): Piece {
  let { text, cost }: Piece = { text: '', cost: anchorCost }
  for (const element of elements) {
    const piece = emitElement(element, context)
    text += piece.text
    cost = sequenceCost(cost, piece.cost)
    assertAffordable(cost, element, context)
  }
  return { text, cost }
}

function assertAffordable(cost: RegexCost, node: AST.Node, context: Context): void {
  const excess = excessOf(cost)
  if (excess !== null) throw faultAt(node, excess, context)
}

function faultAt(node: AST.Node, message: string, { positionOf }: Context): RegexFault {
  return new RegexFault(message, positionOf(node))
}

function emitElement(element: AST.Element, context: Context): Piece {
  switch (element.type) {
    case 'Assertion':
      return emitAssertion(element, context)
    case 'Quantifier':
      return emitRepeated(element, context)
    case 'Group':
      if (element.modifiers !== null)
        throw faultAt(element, 'a group with inline flags is not supported', context)
      return emitGroup(element, context)
    case 'CapturingGroup':
      if (element.name !== null) throw faultAt(element, 'a named group is not supported', context)
      return emitGroup(element, context)
    case 'Backreference':
      throw faultAt(element, 'a back-reference is not supported', context)
    case 'Character': {
      const code = codeOf(element, context)
      return emitSet(context.options.i ? withCaseVariants([[code, code]]) : [[code, code]])
    }
    case 'CharacterSet':
      if (element.kind === 'any') return { text: context.options.s ? '.' : '[^\\n]', cost: characterCost }
      return emitSet(setOf(element, context))
    case 'CharacterClass':
      return emitSet(classOf(element, context), element.negate)
    case 'ExpressionCharacterClass':
      throw new Error('the parser returned a class that Unicode mode does not have')
  }
}

function emitSet(set: CharacterSet, negated = false): Piece {
  return { text: bracket(set, negated), cost: characterCost }
}

/** Spells `\b` out, because PostgreSQL's own word boundary counts letters beyond ASCII as parts of words. */
function emitAssertion(assertion: AST.Assertion, context: Context): Piece {
  if (assertion.kind === 'start') return { text: '^', cost: anchorCost }
  if (assertion.kind === 'end') return { text: '$', cost: anchorCost }
  if (assertion.kind !== 'word') throw faultAt(assertion, `a ${assertion.kind} is not supported`, context)
  const word = bracket(wordCharacters, false)
  const text = assertion.negate
    ? `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`
    : `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
  return { text, cost: boundaryCost }
}

function emitGroup(group: AST.Group | AST.CapturingGroup, context: Context): Piece {
  if (context.depth === groupDepthMax)
    throw faultAt(group, `groups are nested too deep, at most ${groupDepthMax},`, context)
  const { text, cost } = emitAlternatives(group.alternatives, { ...context, depth: context.depth + 1 })
  return { text: `(?:${text})`, cost }
}

function emitRepeated(quantifier: AST.Quantifier, context: Context): Piece {
  const { min, element } = quantifier
  const max = quantifier.max === Infinity ? null : quantifier.max
  if (min > countMax || (max ?? 0) > countMax)
    throw faultAt(quantifier, `a count is more than ${countMax}`, context)
  const { text, cost: costOnce } = emitElement(element, context)
  const cost = repeatedCost(costOnce, min, max)
  assertAffordable(cost, quantifier, context)
  return { text: `${text}{${min},${max ?? ''}}`, cost }
}

/** Returns the characters of a class before its negation. Escaped classes are ASCII whatever the case. */
function classOf({ elements }: AST.CharacterClass, context: Context): CharacterSet {
  return elements.flatMap((element): CharacterSet => {
    switch (element.type) {
      case 'Character': {
        const code = codeOf(element, context)
        if (element.raw === '[' && isPosixBracket(element))
          throw faultAt(element, 'a POSIX bracket is not supported', context)
        return context.options.i ? withCaseVariants([[code, code]]) : [[code, code]]
      }
      case 'CharacterClassRange': {
        const set: CharacterSet = [[codeOf(element.min, context), codeOf(element.max, context)]]
        return context.options.i ? withCaseVariants(set) : set
      }
      case 'CharacterSet':
        return setOf(element, context)
      default:
        throw new Error('the parser returned a class that Unicode mode does not have')
    }
  })
}

/** Returns whether a bracket expression such as `[:alpha:]` begins at the character of the class. */
function isPosixBracket({ start, parent }: AST.Character): boolean {
  return /^\[([:.=])[^\]]*\1\]/.test(parent.raw.slice(start - parent.start))
}

function setOf(
  set: AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet,
  context: Context,
): CharacterSet {
  if (set.kind === 'property') throw faultAt(set, '\\p{…} is not supported', context)
  const characters = { digit: digits, space: spaces, word: wordCharacters }[set.kind]
  return set.negate ? complement(characters) : characters
}

/**
 * Returns the character's code point. The escapes that the query language has are `\n`, `\t`, `\r`, `\uXXXX`, and that
 * of punctuation.
 */
function codeOf(character: AST.Character, context: Context): number {
  const { raw, value } = character
  const isEscape = raw.startsWith('\\')
  if (raw.startsWith('\\u{'))
    throw faultAt(character, '\\u must have four hexadecimal digits after it', context)
  if (isEscape && !/^\\([ntru]|[^\w\s])/.test(raw))
    throw faultAt(character, `the escape ${raw.slice(0, 2)} is not supported`, context)
  if (value >= 0xd800 && value <= 0xdfff) throw faultAt(character, 'half of a surrogate pair', context)
  if (value === 0) throw faultAt(character, 'a NUL character', context)
  return value
}
