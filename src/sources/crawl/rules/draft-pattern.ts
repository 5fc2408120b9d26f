import { RE2JS } from 're2js'
import { expressionOfGlob, GlobFault } from './glob.ts'

export const patternCharactersMax = 500

/**
 * Instructions of a compiled pattern. A URL of 2,000 characters that is made to be hard for one of this size takes it
 * some 50 ms, once; others take microseconds.
 */
export const patternSizeMax = 600

/** A pattern as a regular expression that is not compiled yet. */
export interface PatternDraft {
  source: string
  expression: string
  isCaseBlind: boolean
  subject: (url: URL) => string
  /** What it comes to when it is written out. */
  length: number
}

export interface PatternFault {
  kind: 'fault'
  message: string
}

export function fault(message: string): PatternFault {
  return { kind: 'fault', message }
}

export const tooCostly = fault('is too costly: it repeats too much, or has too many Unicode classes')

export function draftPattern(given: string): { kind: 'draft'; draft: PatternDraft } | PatternFault {
  const source = given.trim()
  if (source === '') return fault('is empty')
  // No URL has them, and no database takes them.
  if (/[\0\p{Cs}]/u.test(given)) return fault('holds a NUL or half of a surrogate pair')
  if (source.length > patternCharactersMax) return fault(`is longer than ${patternCharactersMax} characters`)
  try {
    const kind = patternKindOf(source)
    const draft = kind.kind === 'expression' ? draftExpression(kind) : draftGlob(source, kind.over)
    const length = expandedLength(draft.expression)
    return length > 2 * patternSizeMax
      ? tooCostly
      : { kind: 'draft', draft: { ...draft, source: given, length } }
  } catch (error) {
    if (error instanceof GlobFault) return fault(`is no glob: ${error.message}`)
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

/** How a pattern is to be read (Rule 34). */
export type PatternKind =
  | { kind: 'expression'; expression: string; isCaseBlind: boolean }
  /** Over the path, the whole URL, the URL with or without its scheme, or the last part of the path. */
  | { kind: 'glob'; over: 'path' | 'url' | 'address' | 'name' }

/**
 * Tells a regular expression from a glob.
 *
 * What stands between slashes is an expression, so that `/docs/` takes every URL that holds `docs`; who means a folder
 * writes `/docs/**`. Only where such a text has stars that no expression would, behind a slash or behind another star,
 * is it a glob: `/docs/*` with a slash at its end still is what it was. `/…/i` looks at no case, where between its
 * slashes is something that only an expression has: `/docs/i` is a path.
 *
 * Otherwise it is one if it has signs that a glob has not: a backslash, `^` in front, `$` behind, `|`, `(?`, a group that
 * is repeated, `[^…]`, a set that is repeated by `+` or a number, `.*` and `.+`. The dot and its star could also be a
 * glob, `index.*`; they are one where stars elsewhere say so: `/**` and `/index.*` together, or `*.*`.
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

/** Stars with nothing before them that an expression could repeat. */
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

/** `https?:` is one as well: no scheme has a character more. */
const surely = /\\|^\^|\||\(\?|\)[*+?{]|^\.[*+]|^https\?:/
const likely = /\$$|\.[*+]|\]\+|[\]).]\{\d+(?:,\d*)?\}|\{\d+,?\}/

/** A class of Unicode stands for hundreds of ranges: by measure it takes as long as so many other pieces. */
const unicodeClassLength = 100

/**
 * How long a regular expression (in RE2's syntax) would be, were its counted repetitions and its Unicode classes written out:
 * `(ab){10}` is 20, `\p{L}` is 100, within a set too. To be asked before it is compiled, which for `((x{99}){9}…` takes
 * seconds. A measure and no reader: of what is no expression it says something, and never too little of one that is.
 */
export function expandedLength(expression: string): number {
  let total = 0
  /** Of the last thing that a repetition can be of. */
  let last = 0
  const open: number[] = []
  for (const [text] of expression.matchAll(piece)) {
    if (text === '(') {
      open.push(total)
      total = 0
    } else if (text === ')') {
      last = total
      total += open.pop() ?? 0
    } else if (/^\{\d*,?\d*\}$/.test(text)) {
      const times = Math.max(...text.slice(1, -1).split(',').map(Number), 1)
      total += last * (times - 1)
      last *= times
    } else {
      last = lengthOf(text)
      total += last
    }
  }
  return open.reduce((sum, length) => sum + length, total)
}

/** One, or what the Unicode classes of an escape or a set come to. */
function lengthOf(text: string): number {
  const classes =
    text.length > 1 ? [...text.matchAll(/\\(?:([pP])|.)/gsu)].filter(([, isClass]) => isClass) : []
  return Math.max(1, classes.length * unicodeClassLength)
}

/** An escape, a set of characters, a counted repetition, or a single character. */
const piece = /\\[pPx]\{[^}]*\}|\\[pP].|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\{\d*,?\d*\}|./gsu
