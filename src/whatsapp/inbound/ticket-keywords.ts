/** Enough to tell tickets apart; the whole message stands in the conversation. */
const subjectCharactersMax = 200

/** The subject of a ticket that a message opens: its beginning, as one line; null where nothing of it can be read. */
export function ticketSubject(text: string): string | null {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (line.length <= subjectCharactersMax) return line === '' ? null : line
  return `${line.slice(0, subjectCharactersMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * Whether one of the keywords is in the text as a whole word, or as words that follow each other; case, accents and
 * punctuation make no difference. One in a script that writes no blanks between words is looked for anywhere.
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

/** The words of a text with one blank between, as they are compared. */
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
