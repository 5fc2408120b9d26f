import { RegExpParser } from '@eslint-community/regexpp'
import type { AST } from '@eslint-community/regexpp'

/** What is wrong with a pattern, and at which character, counted from 0. */
export class RegexFault extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

export interface ParsedPattern {
  pattern: AST.Pattern
  /** Returns which character of the source the node begins at, counted from 0. */
  positionOf: (node: AST.Node) => number
}

const parser = new RegExpParser()

/**
 * Parses a regular expression by the grammar of JavaScript's Unicode mode. It also accepts an escape before any ASCII
 * punctuation, such as `\@`, which Unicode mode refuses.
 *
 * @throws {RegexFault} when the pattern is malformed.
 */
export function parsePattern(source: string): ParsedPattern {
  const { text, positions } = rewriteEscapes(source)
  try {
    const pattern = parser.parsePattern(text, 0, text.length, { unicode: true })
    return { pattern, positionOf: (node) => positions[node.start]! }
  } catch (error) {
    if (!(error instanceof SyntaxError && 'index' in error)) throw error
    const name = error.message.slice(error.message.lastIndexOf(': ') + 2)
    const [message, offset] = faults[name] ?? [name.toLowerCase(), 0]
    const index = Math.min(Number(error.index) + offset, text.length - 1)
    throw new RegexFault(message, positions[index]!)
  }
}

/**
 * Writes escaped punctuation as `\uXXXX`, which Unicode mode accepts in and outside of brackets.
 *
 * @returns the text, and for each of its UTF-16 units the position of the character in the source.
 */
function rewriteEscapes(source: string): { text: string; positions: number[] } {
  let text = ''
  const positions: number[] = []
  let position = 0
  for (const [token] of source.matchAll(/\\[^]|[^]/gu)) {
    const unit = /^\\[!-/:-@[-`{-~]$/.test(token)
      ? `\\u${token.charCodeAt(1).toString(16).padStart(4, '0')}`
      : token
    text += unit
    for (let index = 0; index < unit.length; index++) positions.push(position)
    position += Array.from(token).length
  }
  return { text, positions }
}

/** The parser's messages in plain words, and where the fault is from the index that the parser reports. */
const faults: Readonly<Record<string, readonly [message: string, offset: number]>> = {
  'Unterminated group': ['a ( without its )', 0],
  "Unmatched ')'": ['a ) without its (', 0],
  'Unterminated character class': ['a [ without its ]', 0],
  'Nothing to repeat': ['nothing to repeat', -1],
  'Incomplete quantifier': ['a bare {, which is written \\{,', -1],
  'Lone quantifier brackets': ['a bare ] or }, which is written \\] or \\},', 0],
  'numbers out of order in {} quantifier': ['counts are out of order', -1],
  'Range out of order in character class': ['a range out of order', -1],
  'Invalid character class': ['a range that begins or ends with a class', -1],
  'Invalid group': ['a group of a kind that is not supported', -1],
  'Invalid capture group name': ['a named group is not supported', -1],
  'Invalid named reference': ['a back-reference is not supported', -1],
  'Invalid named capture referenced': ['a back-reference is not supported', -1],
  'Invalid escape': ['an escape that is not supported', -1],
  'Invalid unicode escape': ['\\u must have four hexadecimal digits after it', -1],
  'Invalid property name': ['\\p{…} is not supported', -1],
}
