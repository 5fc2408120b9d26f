import { bracket, complement, digits, spaces, withCaseVariants, wordCharacters } from './character-set.ts'
import type { CharacterSet } from './character-set.ts'
import { RegexFault } from './text-reader.ts'
import type { RegexReader } from './text-reader.ts'

const setEscapes: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', digits],
  ['D', complement(digits)],
  ['w', wordCharacters],
  ['W', complement(wordCharacters)],
  ['s', spaces],
  ['S', complement(spaces)],
])

/** The bracket expression that begins at the reader, in PostgreSQL's dialect. */
export function readClass(reader: RegexReader, ignoreCase: boolean): string {
  const start = reader.at
  reader.at++
  const negated = reader.characters[reader.at] === '^'
  if (negated) reader.at++
  let set: CharacterSet = []
  for (;;) {
    const next = reader.characters[reader.at]
    if (next === undefined) throw new RegexFault('a [ without its ]', start)
    if (next === ']') break
    set = [...set, ...readMember(reader, ignoreCase)]
  }
  reader.at++
  return bracket(set, negated)
}

/** A range, a character or a class by escape. Such classes are ASCII whatever the case; all else takes its variants. */
function readMember(reader: RegexReader, ignoreCase: boolean): CharacterSet {
  const start = reader.at
  const first = readAtom(reader)
  const [dash, after] = reader.characters.slice(reader.at, reader.at + 2)
  const ranges = dash === '-' && after !== ']' && after !== undefined
  if (!ranges && typeof first !== 'number') return first
  if (ranges) reader.at++
  const last = ranges ? readAtom(reader) : first
  if (typeof first !== 'number' || typeof last !== 'number')
    throw new RegexFault('a range that begins or ends with a class', start)
  if (first > last) throw new RegexFault('a range out of order', start)
  const set: CharacterSet = [[first, last]]
  return ignoreCase ? withCaseVariants(set) : set
}

/** A code point or a class by escape. */
function readAtom(reader: RegexReader): number | CharacterSet {
  const next = reader.characters[reader.at]!
  if (next === '\\') return readEscapedSet(reader) ?? readEscapedCode(reader)
  const rest = reader.characters.slice(reader.at).join('')
  if (/^\[([:.=])[^\]]*\1\]/.test(rest)) throw new RegexFault('a POSIX bracket is not supported', reader.at)
  reader.at++
  return next.codePointAt(0)!
}

/** The class that the escape at the reader stands for, such as `\d`; null, with nothing read, where it is another escape. */
export function readEscapedSet(reader: RegexReader): CharacterSet | null {
  const set = setEscapes.get(reader.characters[reader.at + 1] ?? '')
  if (set === undefined) return null
  reader.at += 2
  return set
}

const controlEscapes: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['t', 0x09],
  ['r', 0x0d],
])

/** The code point of the escape that begins at the reader: punctuation, `\n` `\t` `\r`, `\uXXXX`. */
export function readEscapedCode(reader: RegexReader): number {
  const start = reader.at
  const name = reader.characters[start + 1]
  if (name === undefined) throw new RegexFault('a \\ with nothing behind it', start)
  if (/\d/.test(name)) throw new RegexFault('a back-reference is not supported', start)
  if (name === 'k') throw new RegexFault('a back-reference by name is not supported', start)
  if (name === 'p' || name === 'P') throw new RegexFault(`\\${name}{…} is not supported`, start)
  if (name === 'u') return readUnicodeEscape(reader)
  const control = controlEscapes.get(name)
  if (control === undefined && !/[!-/:-@[-`{-~]/.test(name))
    throw new RegexFault(`the escape \\${name.toWellFormed()} is not supported`, start)
  reader.at += 2
  return control ?? name.codePointAt(0)!
}

/** A pair of surrogates is one character, as in JavaScript; half of one is none. */
function readUnicodeEscape(reader: RegexReader): number {
  const start = reader.at
  const rest = reader.characters.slice(start, start + 12).join('')
  const match = /^\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|^\\u([\da-fA-F]{4})/.exec(rest)
  if (match === null) throw new RegexFault('\\u must have four hexadecimal digits behind it', start)
  const [text, high, low, single] = match
  const code =
    single === undefined
      ? 0x10000 + ((Number.parseInt(high!, 16) - 0xd800) << 10) + Number.parseInt(low!, 16) - 0xdc00
      : Number.parseInt(single, 16)
  if (code >= 0xd800 && code <= 0xdfff) throw new RegexFault('half of a surrogate pair', start)
  if (code === 0) throw new RegexFault('a NUL character', start)
  reader.at += text.length
  return code
}
