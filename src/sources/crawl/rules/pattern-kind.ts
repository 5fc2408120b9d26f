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
