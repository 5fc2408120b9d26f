/** Scripts that put no spaces between words; such a run is indexed as its overlapping pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu

/**
 * Text as it is handed to the text search: small letters, digits and spaces. PostgreSQL's own reading takes `ios/android`
 * for one name of a file, `config.yaml` for one host, and what stands between `<` and `>` for nothing.
 */
export function indexForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(unspaced, (run) => ` ${pairsOf(run)} `)
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

/** The words of a text in their order, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(indexForm(text).split(' '))].filter((word) => word !== '')
}

/** Whether the question bears signs of {@link questionForm}. */
export function hasSigns(question: string): boolean {
  return /"[^"]+"|(^|\s)-["\p{L}\p{N}]|\sOR\s/u.test(question)
}

/**
 * A question in the form of `websearch_to_tsquery`, whose words are those of the index: "quoted words" stand together,
 * `-word` must not be there, `OR` stands between alternatives where it is written large.
 */
export function questionForm(question: string): string {
  const parts = question.match(/-?"[^"]*"|\S+/g) ?? []
  const forms = parts.map((part) => {
    if (part === 'OR') return 'or'
    const isBarred = /^-["\p{L}\p{N}]/u.test(part)
    const form = indexForm(part)
    if (form === '') return ''
    const isOne = isBarred || part.startsWith('"') || form === 'or'
    return `${isBarred ? '-' : ''}${isOne ? `"${form}"` : form}`
  })
  return forms.filter((form) => form !== '').join(' ')
}
