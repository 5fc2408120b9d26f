/**
 * The length of a Unicode class, which stands for hundreds of ranges: by measurement it compiles as long as 100 other
 * pieces.
 */
const unicodeClassLength = 100

/**
 * Estimates the length of a regular expression (RE2 syntax) with its counted repetitions and Unicode classes written
 * out: `(ab){10}` is 20, `\p{L}` is 100, also within a set. Callers check it before they compile, because compiling
 * `((x{99}){9}…` takes seconds. It does not validate: for invalid expressions the result has no meaning; for valid ones
 * it is never too small.
 */
export function expandedLength(expression: string): number {
  let total = 0
  /** The length of the last piece, to which a repetition may apply. */
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

/** Returns 1, or the length of the Unicode classes in an escape or a set. */
function lengthOf(text: string): number {
  const classes =
    text.length > 1 ? [...text.matchAll(/\\(?:([pP])|.)/gsu)].filter(([, isClass]) => isClass) : []
  return Math.max(1, classes.length * unicodeClassLength)
}

/** An escape, a set of characters, a counted repetition, or a single character. */
const piece = /\\[pPx]\{[^}]*\}|\\[pP].|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\{\d*,?\d*\}|./gsu
