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
