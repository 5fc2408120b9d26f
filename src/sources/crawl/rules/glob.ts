/**
 * Translates a glob to a regular expression (RE2 syntax, without anchors).
 *
 * `*` matches any characters but `/`, `**` any characters, `?` one character but `/`, `[a-z]` one character of a set,
 * `[!a-z]` one character that is neither `/` nor in the set, `{a,b}` one of the alternatives. As in shells, `**`
 * between slashes may also match no folder. A special character in brackets stands for itself: `[?]`.
 *
 * @throws {GlobFault}
 */
export function expressionOfGlob(glob: string): string {
  const reader = { characters: Array.from(glob), at: 0 }
  const expression = readSequence(reader, 0)
  // Only a closing brace ends the outermost sequence early.
  if (reader.at < reader.characters.length) throw new GlobFault('a } without its {', reader.at)
  return expression
}

/** The text is not a valid glob. */
export class GlobFault extends Error {
  override name = 'GlobFault'
  constructor(fault: string, at: number) {
    super(`${fault} at character ${at + 1}`)
  }
}

interface GlobReader {
  characters: readonly string[]
  at: number
}

const bracesDeepMax = 5

/** Reads up to the end or, within braces, up to the `,` or `}` that ends an alternative. */
function readSequence(reader: GlobReader, depth: number): string {
  let expression = ''
  for (;;) {
    const next = reader.characters[reader.at]
    if (next === undefined || next === '}' || (next === ',' && depth > 0)) return expression
    expression += readPiece(reader, next, depth)
  }
}

function readPiece(reader: GlobReader, next: string, depth: number): string {
  if (next === '{') return readBraces(reader, depth)
  if (next === '[') return readSet(reader)
  if (next === '*') return readStars(reader)
  reader.at++
  return next === '?' ? '[^/]' : literal(next)
}

function readStars(reader: GlobReader): string {
  const start = reader.at
  while (reader.characters[reader.at] === '*') reader.at++
  if (reader.at - start === 1) return '[^/]*'
  const isFolders = reader.characters[start - 1] === '/' && reader.characters[reader.at] === '/'
  if (!isFolders) return '.*'
  reader.at++
  return '(?:.*/)?'
}

function readBraces(reader: GlobReader, depth: number): string {
  const start = reader.at
  if (depth === bracesDeepMax) throw new GlobFault(`braces nested more than ${bracesDeepMax} deep`, start)
  const alternatives: string[] = []
  do {
    reader.at++
    alternatives.push(readSequence(reader, depth + 1))
  } while (reader.characters[reader.at] === ',')
  if (reader.characters[reader.at] !== '}') throw new GlobFault('a { without its }', start)
  reader.at++
  return `(?:${alternatives.join('|')})`
}

function readSet(reader: GlobReader): string {
  const { characters, at: start } = reader
  const isNegated = characters[start + 1] === '!' || characters[start + 1] === '^'
  const first = start + (isNegated ? 2 : 1)
  // A closing bracket in first place belongs to the set.
  const end = characters.indexOf(']', first + 1)
  if (end === -1) throw new GlobFault('a [ without its ]', start)
  const set = characters.slice(first, end).map((character) => (character === '-' ? '-' : literal(character)))
  // A hyphen at either end is a plain character, not a range.
  if (set[0] === '-') set[0] = '\\-'
  if (set.at(-1) === '-') set[set.length - 1] = '\\-'
  reader.at = end + 1
  return `[${isNegated ? '^/' : ''}${set.join('')}]`
}

function literal(character: string): string {
  return /[\p{L}\p{N}\p{M}]/u.test(character) || character > '\x7F' ? character : `\\${character}`
}
