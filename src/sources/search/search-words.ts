/** A question as one text search configuration parses it. */
export interface ReadQuestion {
  /** The whole question by `websearch_to_tsquery`; empty where it has stop words only. */
  whole: string
  /** The question without excluded words; empty where nothing else is left. */
  wanted: string
  /** Stems of each word, in the words' order; empty for a stop word. */
  stems: string[][]
}

/** A word of a question as a query of its own. */
export interface SearchWord {
  word: string
  /** Matches its stem in any language of the project. */
  query: string
}

/** The most words of a question that are searched. A longer question keeps its longest words: they say most. */
const searchWordsMax = 6

/**
 * Returns whether a word is Japanese without Chinese characters or Katakana: most such words are particles and endings.
 */
export function isEnding(word: string): boolean {
  return /^\p{Script=Hiragana}+$/u.test(word)
}

/** Matches a word of Korean. PostgreSQL has no stems for it, and its particles follow without a space. */
const korean = /^\p{Script=Hangul}{2,}$/u
/** The most frequent particles, behind at least two syllables: a shorter rest would begin too many words. */
const koreanParticle = /(?<=..)(?:에서|에게|으로|까지|부터|하고|이나|[은는이가을를의에도로와과만])$/u

/** Matches a word of one character in a script whose texts are indexed by pairs of characters. */
const single = /^[\p{Script=Han}\p{Script=Katakana}]$/u

/**
 * Returns the words of a question that say what it is about. Words that are stop words in one of the languages are left
 * out, unless there are no others.
 */
export function searchWordsOf(words: readonly string[], read: readonly ReadQuestion[]): SearchWord[] {
  const meaningful = words.filter((_, index) => read.every(({ stems }) => (stems[index] ?? []).length > 0))
  const kept = meaningful.length > 0 ? meaningful : words
  const size = (word: string) => (isEnding(word) ? 0 : word.length)
  const longest = new Set(kept.toSorted((a, b) => size(b) - size(a)).slice(0, searchWordsMax))
  return words.flatMap((word, index) => {
    const query = anyOf(read.map(({ stems }) => allOf((stems[index] ?? []).map((stem) => term(word, stem)))))
    return longest.has(word) && query !== '' ? [{ word, query }] : []
  })
}

/** A word's query and its weight. */
type Weighed = Pick<SearchWord, 'query'> & { weight: number }

/**
 * A query split into disjoint queries: first the passages with the heaviest word, then those without it but with the
 * second, and so on. They run in this order until enough passages are found, so that a common word never crowds out a
 * rare one.
 */
export type Shares = readonly string[]

/** The smallest part of the words' weight that a passage must have, step by step. */
const shareMinByStep = [[1, 0.7], [0.4], [0]]

/**
 * Returns queries that require less and less of a question, in steps: first all words and most words, then some, then
 * any. The queries of one step run together. Empty for a question without words.
 */
export function relaxedQueries(words: readonly Weighed[]): Shares[][] {
  if (words.length === 0) return []
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const asked = new Set<string>()
  const isFirst = (shares: Shares) => {
    const key = shares.join('\n')
    return !asked.has(key) && asked.add(key)
  }
  const steps = shareMinByStep.map((shares) =>
    shares.map((share) => sharesOf(words, total * share)).filter(isFirst),
  )
  return steps.filter((queries) => queries.length > 0)
}

/** Splits a query by these words without changing what it matches. Passages with none of the words come last. */
export function sharesByWords(query: string, words: readonly Weighed[]): Shares {
  const queries = weightiestFirst(words).map((word) => word.query)
  return [...queries, ''].map((word, index) => allOf([query, word, ...noneOf(queries.slice(0, index))]))
}

function sharesOf(words: readonly Weighed[], least: number): Shares {
  const sorted = weightiestFirst(words)
  return sorted.flatMap(({ query, weight }, index) => {
    const rest = atLeast(sorted.slice(index + 1), least - weight)
    const others = noneOf(sorted.slice(0, index).map((word) => word.query))
    return rest === null ? [] : allOf([query, ...others, rest])
  })
}

/**
 * Returns a query for passages whose words weigh at least `least` together. Empty matches everything; null: nothing can
 * match. It decides word by word, so that its length grows with the words and not with their combinations (twenty for
 * six words).
 */
function atLeast(words: readonly Weighed[], least: number): string | null {
  // A rounding error must not exclude passages that have all words.
  if (least <= 1e-9) return ''
  const [first, ...others] = words
  if (first === undefined) return null
  const withIt = atLeast(others, least - first.weight)
  const without = atLeast(others, least)
  if (withIt === null) return without
  const has = allOf([first.query, withIt])
  if (without === null) return has
  return withIt === '' ? anyOf([has, without]) : anyOf([has, allOf([...noneOf([first.query]), without])])
}

function weightiestFirst(words: readonly Weighed[]): Weighed[] {
  return words.toSorted((a, b) => b.weight - a.weight)
}

function noneOf(queries: readonly string[]): string[] {
  return queries.map((query) => `!(${query})`)
}

/** Returns a `tsquery`, as text, that matches where one of these matches. */
export function anyOf(queries: readonly string[]): string {
  const given = [...new Set(queries)].filter((query) => query !== '')
  return given.length < 2 ? (given[0] ?? '') : given.map((query) => `(${query})`).join(' | ')
}

/** Returns a `tsquery`, as text, that matches where all of these match. */
export function allOf(queries: readonly string[]): string {
  const given = queries.filter((query) => query !== '')
  return given.length < 2 ? (given[0] ?? '') : given.map((query) => `(${query})`).join(' & ')
}

/** Returns what matches a stem of a word: the stem itself, or all words that begin with it. */
function term(word: string, stem: string): string {
  if (korean.test(word)) return `${quoted(stem.replace(koreanParticle, ''))}:*`
  // The index has such a word as the first of a pair.
  return single.test(word) ? `${quoted(stem)}:*` : quoted(stem)
}

function quoted(stem: string): string {
  return `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
