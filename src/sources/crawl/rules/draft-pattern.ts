import { RE2JS } from 're2js'
import { expandedLength } from '../../../base/expanded-length.ts'
import { expressionOfGlob, GlobFault } from './glob.ts'

export const patternCharactersMax = 500

/**
 * The most instructions of a compiled pattern. With that many, matching the worst URL of 2,000 characters takes some 50
 * ms once; other URLs take microseconds.
 */
export const patternSizeMax = 600

/** A pattern, translated to a regular expression that is not compiled yet. */
export interface PatternDraft {
  source: string
  expression: string
  isCaseBlind: boolean
  subject: (url: URL) => string
  /** The length of the expression with its repetitions written out. */
  length: number
}

/** The message says what is wrong with the pattern; it names neither the field nor the position in its list. */
export interface PatternFault {
  kind: 'fault'
  message: string
}

export function fault(message: string): PatternFault {
  return { kind: 'fault', message }
}

export const tooCostly = fault('is too costly: it repeats too much, or has too many Unicode classes')

/** Translates a pattern to a regular expression without compiling it, which would take time. */
export function draftPattern(given: string): { kind: 'draft'; draft: PatternDraft } | PatternFault {
  const source = given.trim()
  if (source === '') return fault('is empty')
  // No URL contains them, and PostgreSQL cannot store them.
  if (/[\0\p{Cs}]/u.test(given)) return fault('contains a NUL or half of a surrogate pair')
  if (source.length > patternCharactersMax) return fault(`is longer than ${patternCharactersMax} characters`)
  try {
    const kind = patternKindOf(source)
    const draft = kind.kind === 'expression' ? draftExpression(kind) : draftGlob(source, kind.over)
    const length = expandedLength(draft.expression)
    return length > 2 * patternSizeMax
      ? tooCostly
      : { kind: 'draft', draft: { ...draft, source: given, length } }
  } catch (error) {
    if (error instanceof GlobFault) return fault(`is not a valid glob: ${error.message}`)
    throw error
  }
}

function draftExpression({ expression, isCaseBlind }: { expression: string; isCaseBlind: boolean }) {
  const text = RE2JS.translateRegExp(expression)
  return { expression: text, isCaseBlind, subject: (url: URL) => url.href }
}

function draftGlob(glob: string, over: 'path' | 'url' | 'address' | 'name') {
  const expression = expressionOfGlob(
    upperEscapes(over === 'url' || over === 'address' ? withPlainHost(glob) : glob),
  )
  const isOfPath = over === 'path' || over === 'name'
  const prefix = { path: '', url: '', address: '(?:https?://)?', name: '(?:.*/)?' }[over]
  return {
    expression: `^(?:${prefix}${expression})$`,
    isCaseBlind: false,
    subject: (url: URL) => (isOfPath ? url.pathname : url.href),
  }
}

/** Normalizes a glob like a URL: scheme and host in lower case, and `/` where a URL has no path. */
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

/** Regular expression or glob (Rule 34). */
export type PatternKind =
  | { kind: 'expression'; expression: string; isCaseBlind: boolean }
  /**
   * It matches the path, the whole URL, the URL with or without its scheme (`address`), or the last part of the path.
   */
  | { kind: 'glob'; over: 'path' | 'url' | 'address' | 'name' }

/**
 * Decides whether a pattern is a regular expression or a glob.
 *
 * Text between slashes is an expression: `/docs/` matches every URL that contains `docs`; a folder is `/docs/**`. It is
 * a glob only where a star follows a slash or another star, which no expression has. So `/docs/*` is a glob even with a
 * slash at its end. In `/…/i`, case does not matter, but only if the text between the slashes has a sign of an
 * expression: `/docs/i` is a path.
 *
 * Other text is an expression if it has a sign that globs do not have. Such signs are a backslash, a first `^`, a last
 * `$`, `|`, `(?`, a repeated group, `[^…]`, a set repeated by `+` or a number, `.*` and `.+`. A `.*` alone could also
 * be a glob (`index.*`). It is one where other stars show that: `/**` together with `/index.*`, or `*.*`.
 */
export function patternKindOf(pattern: string): PatternKind {
  const [, between, flags = ''] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? []
  const isBetweenSlashes = between !== undefined && (flags === '' ? !hasGlobStars(pattern) : hasSign(between))
  if (isBetweenSlashes) return { kind: 'expression', expression: between, isCaseBlind: flags === 'i' }
  if (hasSign(pattern)) return { kind: 'expression', expression: pattern, isCaseBlind: false }
  return { kind: 'glob', over: overOf(pattern) }
}

function overOf(glob: string): 'path' | 'url' | 'address' | 'name' {
  if (/^\{?\//.test(glob)) return 'path'
  if (glob.includes('://')) return 'url'
  return glob.includes('/') || glob.includes('**') ? 'address' : 'name'
}

/** Returns whether a star follows nothing that an expression could repeat. */
function hasGlobStars(pattern: string): boolean {
  return /^\*|\*\*|(?<!\\)\/\*/.test(pattern)
}

function hasSign(pattern: string): boolean {
  const withoutSets = pattern.replace(/\[[^\]]*\]/g, '[]')
  return (
    surely.test(withoutSets) ||
    (!hasGlobStars(withoutSets) && likely.test(withoutSets)) ||
    /\[\^/.test(pattern)
  )
}

/** `https?:` is a sign of an expression too: in a glob, `?` would need one more character. */
const surely = /\\|^\^|\||\(\?|\)[*+?{]|^\.[*+]|^https\?:/
const likely = /\$$|\.[*+]|\]\+|[\]).]\{\d+(?:,\d*)?\}|\{\d+,?\}/
