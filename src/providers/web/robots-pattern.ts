/**
 * Normalizes a path or a rule's pattern, so that different spellings compare equal (RFC 9309, section 2.2.2). Bytes
 * outside ASCII are escaped as UTF-8, escapes of unreserved characters are decoded, other escapes are in upper case. In
 * the query (after the first `?`), characters that need no escape there (`:`, `/`, `?`, `@`) equal their escapes, as in
 * the table of the RFC. `*` and a final `$` of a pattern are left to the matcher.
 */
function comparablePath(text: string): string {
  const query = text.indexOf('?')
  if (query === -1) return comparablePart(text, unreserved)
  const path = comparablePart(text.slice(0, query), unreserved)
  return path + comparablePart(text.slice(query), plainInQuery)
}

const unreserved = /[A-Za-z0-9._~-]/
const plainInQuery = /[A-Za-z0-9._~:/?@-]/
/** Matches an escape, or a character that must be escaped: a lone percent sign, or one that RFC 3986 does not allow. */
const notPlain = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]/gu

function comparablePart(text: string, plain: RegExp): string {
  return text.replace(notPlain, (found) => {
    if (found.length < 3 || !found.startsWith('%')) return escapeOctets(found)
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return plain.test(character) ? character : found.toUpperCase()
  })
}

function escapeOctets(character: string): string {
  const octets = Buffer.from(character, 'utf8')
  return Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** The parsed pattern of a rule. */
export interface PathPattern {
  /** Length of the normalized pattern, which is all ASCII. The longest matching rule decides. */
  octets: number
  /** Takes a path from `matchablePath`. */
  matches: (path: string) => boolean
}

/**
 * Parses the pattern behind `Allow:` or `Disallow:`. It matches from the first character of a path; `*` matches any
 * characters, a final `$` the end of the path. Matching always takes time linear in the lengths of path and pattern,
 * because robots files come from strangers.
 */
export function readPathPattern(text: string): PathPattern {
  const comparable = comparablePath(text)
  const isWhole = comparable.endsWith('$')
  const body = isWhole ? comparable.slice(0, -1) : comparable
  // A `$` elsewhere than at the end is an ordinary character.
  const [head = '', ...parts] = body.replaceAll('$', '%24').split(/\*+/)
  return { octets: comparable.length, matches: (path) => matchParts(path, head, parts, isWhole) }
}

/** Normalizes a path for matching. A `*` or `$` in the path is escaped, so that it differs from those of a pattern. */
export function matchablePath(path: string): string {
  return comparablePath(path).replaceAll('*', '%2A').replaceAll('$', '%24')
}

/** Matches part by part. Taking the first place of each part is enough, so no place is tried twice. */
function matchParts(path: string, head: string, parts: readonly string[], isWhole: boolean): boolean {
  if (!path.startsWith(head)) return false
  let at = head.length
  if (parts.length === 0) return !isWhole || at === path.length
  for (const part of isWhole ? parts.slice(0, -1) : parts) {
    const found = indexOf(path, part, at)
    if (found === -1) return false
    at = found + part.length
  }
  if (!isWhole) return true
  const last = parts.at(-1) ?? ''
  return path.length - last.length >= at && path.endsWith(last)
}

/** For parts up to this length the built-in search is fast enough, although its worst case is quadratic. */
const shortPart = 16

/** Finds `part` in `text` from `from` on; a long part by the Knuth–Morris–Pratt algorithm. */
function indexOf(text: string, part: string, from: number): number {
  if (part.length <= shortPart || part.length > text.length - from) return text.indexOf(part, from)
  const borders = bordersOf(part)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1]!
    if (text[at] === part[matched]) matched++
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** Returns for each prefix of a text the length of its longest border: a shorter prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1]!
    if (part[at] === part[length]) length++
    borders[at] = length
  }
  return borders
}
