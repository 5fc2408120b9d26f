/** Scripts without spaces between words. Such text is indexed as overlapping pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu

/**
 * Normalizes text for PostgreSQL's text search to lower-case letters, digits and spaces. Otherwise its parser takes
 * `ios/android` for one file name and `config.yaml` for one host, and ignores what stands between `<` and `>`.
 */
export function indexForm(text: string): string {
  return plainForm(text, pairsOf)
}

function plainForm(text: string, formOfUnspaced: (run: string) => string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(unspaced, (run) => ` ${formOfUnspaced(run)} `)
    .replaceAll(/(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{M}\p{N}.]+/gu, ' ')
    .trim()
}

function pairsOf(run: string): string {
  const characters = Array.from(run)
  if (characters.length < 2) return run
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`)
    .join(' ')
}

/** Finds words by a dictionary in scripts without spaces, whatever the language. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Matches a particle or pronoun that is one character: what it would find says nothing about the question. */
const particle = /^(?:\p{Script=Hiragana}|[的了是在我你您他她它们和与吗呢吧把被也都就很不有这那个之于])$/u

/**
 * Returns the words of a question in their order, each once. `indexForm` turns each into what the index has of it: a
 * word of a script without spaces into the pairs of its characters.
 */
export function wordsOf(question: string): string[] {
  // Separated before NFKC, which splits a vowel of Thai that the dictionary has as one character.
  const spaced = question
    .normalize()
    .replaceAll(
      unspaced,
      (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `,
    )
  const words = plainForm(spaced, (run) => run).split(/ +/)
  return [...new Set(words)].filter((word) => word !== '' && !particle.test(word))
}

/** Returns whether the question contains operators (see {@link questionForm}). */
export function hasOperators(question: string): boolean {
  return /"[^"]+"|(^|\s)-["\p{L}\p{N}]|\sOR\s/u.test(question)
}

/**
 * Translates a question for `websearch_to_tsquery`, with its words normalized as in the index. Operators:
 * `"quoted words"` are a phrase, `-word` is excluded, an upper-case `OR` separates alternatives.
 */
export function questionForm(question: string): string {
  const forms = partsOf(question).map((part) => {
    if (part === 'OR') return 'or'
    const form = indexForm(part)
    if (form === '') return ''
    const isPhrase = isExcluded(part) || part.startsWith('"') || form === 'or'
    return `${isExcluded(part) ? '-' : ''}${isPhrase ? `"${form}"` : form}`
  })
  return forms.filter((form) => form !== '').join(' ')
}

/** Returns what a question excludes, as alternatives for `websearch_to_tsquery`; empty where it excludes nothing. */
export function excludedForm(question: string): string {
  const forms = partsOf(question).filter(isExcluded).map(indexForm)
  return forms
    .filter((form) => form !== '')
    .map((form) => `"${form}"`)
    .join(' or ')
}

function partsOf(question: string): string[] {
  return question.match(/-?"[^"]*"|\S+/g) ?? []
}

function isExcluded(part: string): boolean {
  return /^-["\p{L}\p{N}]/u.test(part)
}
