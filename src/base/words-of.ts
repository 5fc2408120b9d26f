/**
 * Returns the words of a text in lower case, without accents, punctuation and invisible characters such as a zero-width
 * space.
 */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{Cf}\u0300-\u036f\ufe00-\ufe0f]/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''))
    .filter((word) => word !== '')
}
