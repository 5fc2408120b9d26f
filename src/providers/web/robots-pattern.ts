/**
 * One spelling of a path, or of a rule's pattern, to compare by (RFC 9309, section 2.2.2): octets outside ASCII are
 * escaped as UTF-8, escapes of unreserved characters are resolved, all others are in upper case. In the query, that is
 * behind the first `?`, what needs no escape there (`:`, `/`, `?`, `@`) is one with its escape, as the table of the RFC
 * has it. What a pattern's `*` and a final `$` stand for is left to the matcher.
 */
export function comparablePath(text: string): string {
  const query = text.indexOf('?')
  if (query === -1) return comparablePart(text, unreserved)
  const path = comparablePart(text.slice(0, query), unreserved)
  return path + comparablePart(text.slice(query), plainInQuery)
}

const unreserved = /[A-Za-z0-9._~-]/
const plainInQuery = /[A-Za-z0-9._~:/?@-]/
/** An escape, or what has to be one: all but the characters that RFC 3986 lets stand, and a bare percent sign. */
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

/** A rule's pattern, taken apart. */
export interface PathPattern {
  /** Of the comparable spelling, which decides between rules. All of it is ASCII. */
  octets: number
  /** Takes a path that `matchablePath` has made. */
  matches: (path: string) => boolean
}

/**
 * Reads what stands behind `Allow:` or `Disallow:`: it matches from the first character of a path on, `*` stands for any
 * characters, a `$` at the end for the end of the path. Matching takes time linear in the lengths of path and pattern,
 * whatever both are made of: a robots file is written by a stranger.
 */
export function readPathPattern(text: string): PathPattern {
  const comparable = comparablePath(text)
  const isWhole = comparable.endsWith('$')
  const body = isWhole ? comparable.slice(0, -1) : comparable
  // A `$` that doesn't end the pattern is a character like others.
  const [head = '', ...parts] = body.replaceAll('$', '%24').split(/\*+/)
  return { octets: comparable.length, matches: (path) => matchParts(path, head, parts, isWhole) }
}

/** The spelling that patterns are tried on: a `*` or `$` of the path itself is told from those of a pattern. */
export function matchablePath(path: string): string {
  return comparablePath(path).replaceAll('*', '%2A').replaceAll('$', '%24')
}

/** The first place for each part is as good as any other, so that no place is tried twice. */
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

/** Below this, the time of the built-in search, which is their product at worst, is that of the other. */
const shortPart = 16

/** Where `part` stands in `text`, from `from` on; by Knuth, Morris and Pratt where it is long. */
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

/** For each beginning of a text the length of the longest other one that ends it. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1]!
    if (part[at] === part[length]) length++
    borders[at] = length
  }
  return borders
}
