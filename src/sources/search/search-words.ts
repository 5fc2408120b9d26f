/** A question's words as one configuration reads them. */
export interface ReadQuestion {
  /** Of the whole question, as `websearch_to_tsquery` makes it; empty where it is of stop words alone. */
  whole: string
  /** The same without what must not be there; empty where that is all. */
  wanted: string
  /** Stems of each word, in the words' order; none of a stop word. */
  stems: string[][]
}

/** A word of a question as a query of its own. */
export interface SearchWord {
  word: string
  /** Its stems in each of the project's languages. */
  query: string
}

/** Words that a question is taken apart into; of more the longest, which tell most. */
const searchWordsMax = 6

/**
 * The words of a question that say what it is about: those that are stop words in one of the languages are left out,
 * unless there are no others.
 */
export function searchWordsOf(words: readonly string[], read: readonly ReadQuestion[]): SearchWord[] {
  const telling = words.filter((_, index) => read.every(({ stems }) => (stems[index] ?? []).length > 0))
  const kept = telling.length > 0 ? telling : words
  const longest = new Set(kept.toSorted((a, b) => b.length - a.length).slice(0, searchWordsMax))
  return words.flatMap((word, index) => {
    const query = anyOf(read.map(({ stems }) => allOf((stems[index] ?? []).map(quoted))))
    return longest.has(word) && query !== '' ? [{ word, query }] : []
  })
}

/** A word's query with what the word weighs. */
type Weighed = Pick<SearchWord, 'query'> & { weight: number }

/**
 * A query in shares of which each leaves to the next what it has not: passages with the weightiest word, those of the rest
 * with the next. They are asked for in this order, and none more once there are enough, so that a common word never crowds
 * out a rare one.
 */
export type Shares = readonly string[]

/** How much of a question its words' weight a passage must have at least, step by step. */
const leastShares = [[1, 0.7], [0.4], [0]]

/**
 * Queries for ever less of a question, those of one step at once: first for all and for most of its words, at last for any.
 * Empty for a question without words.
 */
export function relaxedQueries(words: readonly Weighed[]): Shares[][] {
  if (words.length === 0) return []
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const asked = new Set<string>()
  const isFirst = (shares: Shares) => {
    const key = shares.join('\n')
    return !asked.has(key) && asked.add(key)
  }
  const steps = leastShares.map((least) =>
    least.map((share) => sharesOf(words, total * share)).filter(isFirst),
  )
  return steps.filter((queries) => queries.length > 0)
}

/** A query as it is, in shares by these words; passages that have none of them come last. */
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
 * What has words of so much weight together; empty: whatever there is; null: nothing. Asked word by word, so that a passage
 * is judged by as many words as there are and not by all sets of them, which for six words are twenty.
 */
function atLeast(words: readonly Weighed[], least: number): string | null {
  // Rounding must not leave out the set of all.
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

/** A query in the text form of `tsquery` that fits where one of these does. */
export function anyOf(queries: readonly string[]): string {
  const given = [...new Set(queries)].filter((query) => query !== '')
  return given.length < 2 ? (given[0] ?? '') : given.map((query) => `(${query})`).join(' | ')
}

/** One that fits where all of these do. */
export function allOf(queries: readonly string[]): string {
  const given = queries.filter((query) => query !== '')
  return given.length < 2 ? (given[0] ?? '') : given.map((query) => `(${query})`).join(' & ')
}

function quoted(stem: string): string {
  return `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
