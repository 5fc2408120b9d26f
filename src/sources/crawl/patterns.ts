import { domainToUnicode } from 'node:url'
import { RE2JS, RE2JSException } from 're2js'
import { urlCharactersMax } from './crawl-url.ts'
import { expandedLength } from './expanded-length.ts'
import { expressionOfGlob, GlobFault } from './glob.ts'
import { patternKindOf } from './pattern-kind.ts'

/** Of each of the two lists that a crawl has. */
export const patternsMax = 100
export const patternCharactersMax = 500

/**
 * Instructions of a compiled pattern. A URL of 2,000 characters that is made to be hard for one of this size takes it
 * some 50 ms, once; others take microseconds.
 */
const patternSizeMax = 600
/** Of those of one list together: a URL is tried on each of them. */
const patternsSizeMax = 6_000

/** One of the patterns that decide which URLs a crawl takes. */
export interface UrlPattern {
  /** As it was given. */
  source: string
  /** Of a URL that `normalizeUrl` has made. Linear in its length; a longer one than that makes is never matched. */
  matches: (url: URL) => boolean
  /** What matching costs, as instructions. */
  size: number
}

/**
 * Reads a pattern (Rule 34); `patternKindOf` says which are regular expressions. A message names neither the field
 * nor the place in its list.
 *
 * An expression is searched for in the whole URL, anywhere unless it says `^` or `$`; in upper and lower case as it is
 * written. A glob takes the whole of what it is compared with:
 * - `/docs/**` the path. The query is no part of that: `/docs/*` takes `/docs/a?page=2`.
 * - `https://example.com/docs/**` the URL with its query.
 * - `example.com/docs/**` the URL with or without its scheme.
 * - `*.pdf`, without a slash or `**`, the last part of the path: over more it could take nothing.
 *
 * A pattern with characters that URLs escape, such as `ü`, is compared with the URL as it reads, not as it is escaped.
 */
export function readPattern(
  given: string,
): { kind: 'pattern'; pattern: UrlPattern } | { kind: 'fault'; message: string } {
  const source = given.trim()
  if (source === '') return fault('is empty')
  // No URL has them, and no database takes them.
  if (/[\0\p{Cs}]/u.test(given)) return fault('holds a NUL or half of a surrogate pair')
  if (source.length > patternCharactersMax) return fault(`is longer than ${patternCharactersMax} characters`)
  try {
    const kind = patternKindOf(source)
    return kind.kind === 'expression' ? readExpression(given, kind) : readGlob(given, source, kind.over)
  } catch (error) {
    if (error instanceof GlobFault) return fault(`is no glob: ${error.message}`)
    // The part that it names may be as long as the pattern.
    if (error instanceof RE2JSException)
      return fault(
        `is no regular expression that can be used: ${error.message.replace(/^error parsing regexp: /, '').slice(0, 100)}`,
      )
    throw error
  }
}

/** Reads a list of patterns with the bounds that hold for it; a fault's message begins with the place: `[2] is empty`. */
export function readPatterns(
  given: readonly string[],
): { kind: 'patterns'; patterns: UrlPattern[] } | { kind: 'fault'; message: string } {
  if (given.length > patternsMax) return fault(`has more than ${patternsMax} patterns`)
  const patterns: UrlPattern[] = []
  for (const [at, text] of given.entries()) {
    const reading = readPattern(text)
    if (reading.kind === 'fault') return fault(`[${at}] ${reading.message}`)
    patterns.push(reading.pattern)
  }
  const size = patterns.reduce((sum, pattern) => sum + pattern.size, 0)
  return size > patternsSizeMax
    ? fault('is too costly as a whole: use fewer or shorter patterns')
    : { kind: 'patterns', patterns }
}

type PatternReading = ReturnType<typeof readPattern>

function fault(message: string): { kind: 'fault'; message: string } {
  return { kind: 'fault', message }
}

function readExpression(
  source: string,
  { expression, isCaseBlind }: { expression: string; isCaseBlind: boolean },
): PatternReading {
  const text = RE2JS.translateRegExp(expression)
  return compile(source, text, { isCaseBlind, subject: (url) => url.href })
}

function readGlob(source: string, glob: string, over: 'path' | 'url' | 'address' | 'name'): PatternReading {
  const expression = expressionOfGlob(
    upperEscapes(over === 'url' || over === 'address' ? withPlainHost(glob) : glob),
  )
  const isOfPath = over === 'path' || over === 'name'
  const prefix = { path: '', url: '', address: '(?:https?://)?', name: '(?:.*/)?' }[over]
  return compile(source, `^(?:${prefix}${expression})$`, {
    isCaseBlind: false,
    subject: (url) => (isOfPath ? url.pathname : url.href),
  })
}

/** A host is in lower case, and a URL has a path, in whatever way it is written. */
function withPlainHost(glob: string): string {
  const [, scheme = '', host = '', path = ''] = /^([^/]*:\/\/)?([^/]*)(.*)$/s.exec(glob) ?? []
  return (
    scheme.toLowerCase() +
    host.toLowerCase() +
    (scheme !== '' && path === '' && !host.includes('**') ? '/' : path)
  )
}

function upperEscapes(glob: string): string {
  return glob.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
}

function compile(
  source: string,
  expression: string,
  { isCaseBlind, subject }: { isCaseBlind: boolean; subject: (url: URL) => string },
): PatternReading {
  if (expandedLength(expression) > 2 * patternSizeMax) return fault('is too costly: it repeats too much')
  const isReadable = /[^\x21-\x7E]/.test(expression)
  const compiled = RE2JS.compile(expression.normalize(), isCaseBlind ? RE2JS.CASE_INSENSITIVE : 0)
  const size = compiled.programSize()
  if (size > patternSizeMax) return fault('is too costly: it repeats too much')
  const matches = (url: URL): boolean =>
    url.href.length <= urlCharactersMax &&
    compiled.test(isReadable ? readable(subject(url), url) : subject(url))
  return { kind: 'pattern', pattern: { source, matches, size } }
}

/** Part of a URL with its host's and its path's own letters instead of Punycode and escapes. */
function readable(text: string, { hostname }: URL): string {
  const unescaped = URL.canParse(text) ? text.replace(hostname, () => domainToUnicode(hostname)) : text
  try {
    return decodeURI(unescaped).normalize()
  } catch (error) {
    // Escapes of other than UTF-8.
    if (error instanceof URIError) return unescaped
    throw error
  }
}
