import { domainToUnicode } from 'node:url'
import { RE2JS, RE2JSException } from 're2js'
import { urlCharactersMax } from '../frontier/crawl-url.ts'
import { draftPattern, fault, patternSizeMax, tooCostly } from './draft-pattern.ts'
import type { PatternDraft, PatternFault } from './draft-pattern.ts'

/** Patterns in each of a crawl's two lists. */
export const patternsMax = 100

/** Instructions of all patterns of one list together, since each URL is matched with all of them. */
const patternsSizeMax = 6_000

/** A compiled pattern, which decides which URLs a crawl takes. */
export interface UrlPattern {
  /** The pattern as the caller wrote it. */
  source: string
  /** Takes a URL from `normalizeUrl`. Linear in its length; a URL longer than `urlCharactersMax` never matches. */
  matches: (url: URL) => boolean
  /** Instructions of the compiled pattern, a measure for the cost of matching. */
  size: number
}

/**
 * Compiles a pattern (Rule 34); `patternKindOf` decides whether it is a regular expression or a glob.
 *
 * An expression may match anywhere in the URL unless it has `^` or `$`; case matters. A glob must match the whole text
 * that it is compared with:
 * - `/docs/**`: the path. The query is not part of it: `/docs/*` matches `/docs/a?page=2`.
 * - `https://example.com/docs/**`: the URL with its query.
 * - `example.com/docs/**`: the URL with or without its scheme.
 * - `*.pdf`, without a slash or `**`: the last part of the path. It could never match more.
 *
 * A pattern with characters that URLs escape, such as `ü`, is compared with the unescaped URL.
 */
export function readPattern(given: string): PatternReading {
  const drafted = draftPattern(given)
  return drafted.kind === 'fault' ? drafted : compile(drafted.draft)
}

/** Compiles a list of patterns within its limits. A fault's message begins with the position: `[2] is empty`. */
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
 * Returns the faults of a list of patterns that can be found without compiling, which takes hardly any time, or null.
 * The message is the same as that of `readPatterns`.
 */
export function patternsFault(given: readonly string[]): string | null {
  const drafted = draftPatterns(given)
  return drafted.kind === 'fault' ? drafted.message : null
}

/** Splits a fault's message into the position of the pattern (null where it concerns the whole list) and the rest. */
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
    // The message quotes a part of the pattern, which may be long.
    const said = error.message.replace(/^error parsing regexp: /, '').slice(0, 100)
    return fault(`is not a usable regular expression: ${said}`)
  }
}

/** Returns a part of a URL with Punycode and escapes decoded. */
function readable(text: string, { hostname }: URL): string {
  const unescaped = URL.canParse(text) ? text.replace(hostname, () => domainToUnicode(hostname)) : text
  try {
    return decodeURI(unescaped).normalize()
  } catch (error) {
    // The escapes are not UTF-8.
    if (error instanceof URIError) return unescaped
    throw error
  }
}
