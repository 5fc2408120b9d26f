/**
 * How long a regular expression (in RE2's syntax) would be, were its counted repetitions written out: `(ab){10}` is 20.
 * To be asked before it is compiled, which for `((x{99}){9}…` takes seconds. A measure and no reader: of what is no
 * expression it says something, and never too little of one that is.
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
      last = 1
      total += 1
    }
  }
  return open.reduce((sum, length) => sum + length, total)
}

/** An escape, a set of characters, a counted repetition, or a single character. */
const piece = /\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\{\d*,?\d*\}|./gsu
