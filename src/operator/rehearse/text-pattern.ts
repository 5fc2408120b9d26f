export type ReadPattern = { ok: true; matches: (text: string) => boolean } | { ok: false; fault: string }

/**
 * Reads what a text is compared with: `/Shall I renew/i` is a regular expression of JavaScript with the flags `i`, `s`
 * and `u`; anything else is a part of the text in any case.
 */
export function readTextPattern(pattern: string): ReadPattern {
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(pattern)
  if (expression === null) {
    const part = pattern.toLowerCase()
    return { ok: true, matches: (text) => text.toLowerCase().includes(part) }
  }
  const [, source = '', flags = ''] = expression
  if (/[^isu]/.test(flags))
    return { ok: false, fault: 'must have no other flags than i, s and u after its last slash' }
  try {
    const regexp = new RegExp(source, flags)
    return { ok: true, matches: (text) => regexp.test(text) }
  } catch (error) {
    return {
      ok: false,
      fault: `must be a regular expression: ${error instanceof Error ? error.message : 'malformed'}`,
    }
  }
}

/** Returns whether the text has what the pattern describes. The pattern was read before. */
export function textMatches(pattern: string, text: string): boolean {
  const read = readTextPattern(pattern)
  return read.ok && read.matches(text)
}
