import type { ReadQuestion } from './search-queries.ts'

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

/** How much of a question its words' weight a passage must have at least, step by step. */
const leastShares = [[1, 0.7], [0.4], [0]]

/**
 * Queries for ever less of a question, those of one step at once: first for all and for most of its words, at last for any.
 * Each asks for every smallest set of words that makes up the share, so that the index has to look at the rarer ones only.
 */
export function relaxedQueries(words: readonly { query: string; weight: number }[]): string[][] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const asked = new Set<string>()
  const steps = leastShares.map((shares) =>
    shares
      .map((share) => anyOf(smallestSets(words, total * share)))
      .filter((query) => query !== '' && !asked.has(query) && asked.add(query)),
  )
  return steps.filter((queries) => queries.length > 0)
}

function smallestSets(words: readonly { query: string; weight: number }[], least: number): string[] {
  const sets: string[] = []
  for (let set = 1; set < 1 << words.length; set++) {
    const chosen = words.filter((_, index) => (set >> index) & 1)
    const weight = chosen.reduce((sum, word) => sum + word.weight, 0)
    const lightest = Math.min(...chosen.map((word) => word.weight))
    // Rounding must not leave out the set of all.
    const isEnough = weight >= least - 1e-9
    const isSmallest = weight - lightest < least - 1e-9 || chosen.length === 1
    if (isEnough && isSmallest) sets.push(allOf(chosen.map(({ query }) => query)))
  }
  return sets
}

/** A query in the text form of `tsquery` that fits where one of these does. */
export function anyOf(queries: readonly string[]): string {
  const given = [...new Set(queries)].filter((query) => query !== '')
  return given.length < 2 ? (given[0] ?? '') : given.map((query) => `(${query})`).join(' | ')
}

function allOf(queries: readonly string[]): string {
  return queries.length < 2 ? (queries[0] ?? '') : queries.map((query) => `(${query})`).join(' & ')
}

function quoted(stem: string): string {
  return `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
