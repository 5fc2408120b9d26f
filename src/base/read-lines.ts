import { isUtf8 } from 'node:buffer'

/** The longest line, in bytes without its end. */
export const lineBytesMax = 1_048_576

/** A line without its ending; `fault` says why it cannot be read as text. */
export type Line =
  | { number: number; text: string; fault: null }
  | { number: number; text: null; fault: string }

const newline = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = Buffer.from('\ufeff')

const tooLong = `must have at most ${lineBytesMax} bytes`
const notUtf8 = 'must be UTF-8 text'

/**
 * Yields the lines of a stream in groups, as they arrive. Memory is bounded by two chunks and the longest line. Windows
 * line endings and a byte order mark are removed; empty lines are numbered and left out.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0
  let parts: Buffer[] = []
  let held = 0
  let isSkipping = false

  const finish = (lines: Line[], bytes: Buffer): void => {
    number++
    if (isSkipping) {
      isSkipping = false
      lines.push({ number, text: null, fault: tooLong })
    } else {
      const line = lineOf(number, bytes)
      if (line !== null) lines.push(line)
    }
  }

  for await (const chunk of source) {
    const lines: Line[] = []
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, end)
      finish(lines, parts.length === 0 ? piece : Buffer.concat([...parts, piece]))
      parts = []
      held = 0
      from = end + 1
    }
    if (from < chunk.length && !isSkipping) {
      parts.push(chunk.subarray(from))
      held += chunk.length - from
      // One byte more may be the carriage return of the line ending.
      if (held > lineBytesMax + 1) {
        isSkipping = true
        parts = []
        held = 0
      }
    }
    if (lines.length > 0) yield lines
  }
  const last: Line[] = []
  if (held > 0 || isSkipping) finish(last, Buffer.concat(parts))
  if (last.length > 0) yield last
}

function lineOf(number: number, bytes: Buffer): Line | null {
  const from = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  const to = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  if (to - from > lineBytesMax) return { number, text: null, fault: tooLong }
  const line = bytes.subarray(from, to)
  if (!isUtf8(line)) return { number, text: null, fault: notUtf8 }
  const text = line.toString('utf8')
  return /\S/.test(text) ? { number, text, fault: null } : null
}
