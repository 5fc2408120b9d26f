import { domainToUnicode } from 'node:url'
import { RE2JS, RE2JSException } from 're2js'
import { urlCharactersMax } from '../frontier/crawl-url.ts'
import { draftPattern, fault, patternSizeMax, tooCostly } from './draft-pattern.ts'
import type { PatternDraft, PatternFault } from './draft-pattern.ts'

/** Of each of the two lists that a crawl has. */
export const patternsMax = 100

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
export function readPattern(given: string): PatternReading {
  const drafted = draftPattern(given)
  return drafted.kind === 'fault' ? drafted : compile(drafted.draft)
}

/** Reads a list of patterns with the bounds that hold for it; a fault's message begins with the place: `[2] is empty`. */
export function readPatterns(
  given: readonly string[],
): { kind: 'patterns'; patterns: UrlPattern[] } | PatternFault {
  const drafted = draftPatterns(given)
  if (drafted.kind === 'fault') return drafted
  const patterns: UrlPattern[] = []
  for (const [at, draft] of drafted.drafts.entries()) {
    const reading = compile(draft)
    if (reading.kind === 'fault') return fault(`[${at}] ${reading.message}`)
    patterns.push(reading.pattern)
  }
  const size = patterns.reduce((sum, pattern) => sum + pattern.size, 0)
  return size > patternsSizeMax ? tooCostlyTogether : { kind: 'patterns', patterns }
}

/**
 * Returns what is wrong with a list of patterns as far as it can be known without compiling one, which takes no time to
 * speak of; null where nothing is. The message is that of `readPatterns`.
 */
export function patternsFault(given: readonly string[]): string | null {
  const drafted = draftPatterns(given)
  return drafted.kind === 'fault' ? drafted.message : null
}

/** Returns the place of the pattern that a fault of a list is about, null where it is about the whole, and the rest of it. */
export function patternIssueOf(fault: string): { at: number | null; message: string } {
  const [, at, message = fault] = /^\[(\d+)\] (.*)$/s.exec(fault) ?? []
  return { at: at === undefined ? null : Number(at), message }
}

type PatternReading = { kind: 'pattern'; pattern: UrlPattern } | PatternFault

const tooCostlyTogether = fault('is too costly as a whole: use fewer or shorter patterns')

function draftPatterns(given: readonly string[]): { kind: 'drafts'; drafts: PatternDraft[] } | PatternFault {
  if (given.length > patternsMax) return fault(`has more than ${patternsMax} patterns`)
  const drafts: PatternDraft[] = []
  for (const [at, text] of given.entries()) {
    const drafted = draftPattern(text)
    if (drafted.kind === 'fault') return fault(`[${at}] ${drafted.message}`)
    drafts.push(drafted.draft)
  }
  const length = drafts.reduce((sum, draft) => sum + draft.length, 0)
  return length > 2 * patternsSizeMax ? tooCostlyTogether : { kind: 'drafts', drafts }
}

function compile({ source, expression, isCaseBlind, subject }: PatternDraft): PatternReading {
  const isReadable = /[^\x21-\x7E]/.test(expression)
  const compiled = compiledOrFault(expression.normalize(), isCaseBlind)
  if ('kind' in compiled) return compiled
  const size = compiled.programSize()
  if (size > patternSizeMax) return tooCostly
  const matches = (url: URL): boolean =>
    url.href.length <= urlCharactersMax &&
    compiled.test(isReadable ? readable(subject(url), url) : subject(url))
  return { kind: 'pattern', pattern: { source, matches, size } }
}

function compiledOrFault(expression: string, isCaseBlind: boolean): RE2JS | PatternFault {
  try {
    return RE2JS.compile(expression, isCaseBlind ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    // The part that it names may be as long as the pattern.
    const said = error.message.replace(/^error parsing regexp: /, '').slice(0, 100)
    return fault(`is no regular expression that can be used: ${said}`)
  }
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
