/** Long enough to distinguish tickets; the conversation has the whole message. */
import { cutText } from '../../base/cut-text.ts'
const subjectCharactersMax = 200

/**
 * Returns the subject of a ticket: the beginning of the message, as one line; null if the message has no visible text.
 */
export function ticketSubject(text: string): string | null {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (line.length <= subjectCharactersMax) return line === '' ? null : line
  return `${cutText(line, subjectCharactersMax - 1)}…`
}

/**
 * Returns whether the text contains one of the keywords as whole words in sequence. Ignores case, accents and
 * punctuation. A keyword in a script without spaces between words, such as Chinese, is found anywhere.
 */
export function hasKeyword(text: string, keywords: readonly string[]): boolean {
  if (keywords.length === 0) return false
  const words = ` ${wordsOf(text)} `
  return keywords.some((keyword) => {
    const wanted = wordsOf(keyword)
    if (wanted === '') return false
    return words.includes(unspaced.test(wanted) ? wanted : ` ${wanted} `)
  })
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Returns the words of a text, normalized for comparison, with one space between them. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}
