import type { Reader } from '../../db/queryable.ts'
import { excludedForm, hasOperators, indexForm, questionForm, wordsOf } from '../index/index-form.ts'
import { searchConfigurationOf } from '../index/languages.ts'
import { nearestWords } from './nearest-words.ts'
import {
  countMax,
  countPassages,
  readQuestion,
  selectFoundPassages,
  selectLanguages,
  selectLikeWords,
  selectPassages,
} from './search-queries.ts'
import type { FoundPassage, Place, ReadPassage } from './search-queries.ts'
import { allOf, anyOf, isEnding, relaxedQueries, searchWordsOf, sharesByWords } from './search-words.ts'
import type { ReadQuestion, SearchWord } from './search-words.ts'

/** A passage of the knowledge base that matches a question or a part of it. */
export interface Passage extends Omit<ReadPassage, 'page_id' | 'ordinal' | 'language'> {
  /** 0 to 1: how much of the question the passage matches, and how prominently. */
  score: number
}

export interface Question extends Place {
  /** A natural question, or words. `questionForm` lists the operators that it may contain. */
  question: string
  /** The most passages, 1 to 20. */
  limit: number
  /** BCP 47: the question's language. Without it, every language of the project's pages is tried. */
  language?: string | undefined
}

/** With fewer passages than this, the search goes on with a less strict query. */
const passagesEnough = 3
/** The most passages of one page, so that one page does not fill the answer alone. */
const passagesOfPageMax = 3

/**
 * Returns the passages that match a question best, the best first.
 *
 * It first looks for passages with all or most of the words, by weight, and relaxes the query while it finds too few. A
 * word weighs more the fewer passages have it. A word that no page has is replaced by the most similar one that a page
 * has. A question with operators (quotes, minus, OR) is first taken literally; if that finds nothing, as words.
 */
export async function searchSources(db: Reader, asked: Question): Promise<Passage[]> {
  const languages = await languagesOf(db, asked)
  const configurations = [...new Set(languages.map(searchConfigurationOf))]
  const words = wordsOf(asked.question)
  const forms = words.map(indexForm)
  const read = await readQuestion(db, configurations, questionForm(asked.question), forms)
  const known = await knownWords(db, asked, { configurations, words: searchWordsOf(words, read) })
  const literal = hasOperators(asked.question) ? read.filter(({ wanted }) => wanted !== '') : []
  const exact = {
    whole: literal.length === 0 ? '' : await wholeOf(db, asked, { configurations, literal }),
    wanted: anyOf(literal.map(({ wanted }) => wanted)),
  }
  const query = anyOf([exact.wanted, ...known.map(({ query }) => query)])
  if (query === '') return []
  const found = await findPassages(db, asked, known, exact)
  return readPassages(db, asked, found, query, languages)
}

/**
 * Returns the query for a question taken literally. A passage must match it in one language, and have none of the
 * excluded words in any. Each language has a stem of its own for them, and a passage in English lacks the German one.
 */
async function wholeOf(
  db: Reader,
  { question }: Question,
  { configurations, literal }: { configurations: readonly string[]; literal: readonly ReadQuestion[] },
): Promise<string> {
  const form = excludedForm(question)
  const excluded = form === '' ? [] : await readQuestion(db, configurations, form, [])
  const unwanted = anyOf(excluded.map(({ whole }) => whole))
  return allOf([anyOf(literal.map(({ whole }) => whole)), unwanted === '' ? '' : `!(${unwanted})`])
}

/** Returns the languages whose word stems the search uses for the question. */
async function languagesOf(db: Reader, { language, ...place }: Question): Promise<string[]> {
  const { own, found } = await selectLanguages(db, place)
  if (found.length === 0) return [own]
  return language !== undefined && found.includes(language) ? [language] : found
}

/**
 * Searches literally where that finds anything, else step by step until enough is found. Each step appends to the
 * passages of the steps before it. It must not replace them: a looser query matches more passages than are ranked.
 */
async function findPassages(
  db: Reader,
  place: Question,
  known: readonly WeighedWord[],
  { whole, wanted }: { whole: string; wanted: string },
): Promise<FoundPassage[]> {
  if (whole !== '') {
    const parts = known.length > 0 ? known : [{ query: wanted, weight: 1 }]
    const found = await selectFoundPassages(db, place, {
      queries: [sharesByWords(wanted, parts)],
      exact: whole,
      parts,
    })
    if (found.length > 0) return descending(found)
  }
  let found: FoundPassage[] = []
  for (const queries of relaxedQueries(known)) {
    const step = await selectFoundPassages(db, place, { queries, exact: '', parts: known })
    const seen = new Set(found.map(placeOf))
    found = [...found, ...step.filter((passage) => !seen.has(placeOf(passage)))]
    if (pagesOf(found, place.limit).length >= Math.min(place.limit, passagesEnough)) break
  }
  return descending(found)
}

const placeOf = ({ page_id, ordinal }: FoundPassage) => `${page_id} ${ordinal}`

/** Lowers ranks where needed so that none exceeds the one before it: order and score must agree. */
function descending(found: readonly FoundPassage[]): FoundPassage[] {
  let least = 1
  return found.map((passage) => {
    least = Math.min(least, passage.rank)
    return { ...passage, rank: least }
  })
}

/**
 * Returns the words that some page has, with weights; a misspelled word is replaced by the most similar one. The
 * weights add up to the share of the question's words that are known: to 1 where all are.
 */
async function knownWords(
  db: Reader,
  place: Question,
  { configurations, words }: { configurations: readonly string[]; words: readonly SearchWord[] },
): Promise<WeighedWord[]> {
  const weighed = await weigh(db, place, words)
  const unknown = weighed.filter(({ passages }) => passages === 0).map(({ word }) => word)
  const corrected = unknown.length === 0 ? [] : await correct(db, place, configurations, unknown)
  const known = [...weighed.filter(({ passages }) => passages > 0), ...corrected]
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  const share = Math.min(1, known.length / words.length)
  return known.map((word) => ({ ...word, weight: (share * word.weight) / total }))
}

interface WeighedWord extends SearchWord {
  passages: number
  weight: number
}

/** The part of its weight that an ending has: a few of them must not weigh more than the word that is asked for. */
const endingShare = 0.2

async function weigh(db: Reader, place: Place, words: readonly SearchWord[]): Promise<WeighedWord[]> {
  if (words.length === 0) return []
  const counts = await countPassages(
    db,
    place,
    words.map(({ query }) => query),
  )
  return words.map((word, index) => {
    const passages = counts[index] ?? 0
    const rarity = Math.log(1 + (2 * countMax) / Math.max(1, passages))
    return { ...word, passages, weight: isEnding(word.word) ? rarity * endingShare : rarity }
  })
}

/** The most similar words that are tried for a misspelled one: words of pages that are gone may be among them. */
const similarTried = 5

/** Returns the words of pages that the unknown ones most likely stand for. */
async function correct(
  db: Reader,
  place: Place,
  configurations: readonly string[],
  unknown: readonly string[],
): Promise<WeighedWord[]> {
  let left = [...nearestWords(await selectLikeWords(db, place, unknown)).values()]
  const found = new Map<string, WeighedWord>()
  for (let at = 0; at < similarTried; at++) {
    const words = [...new Set(left.flatMap((similar) => similar[at] ?? []))]
    if (words.length === 0) break
    const read = await readQuestion(db, configurations, '', words)
    const gone = new Set<string>()
    for (const weighed of await weigh(db, place, searchWordsOf(words, read)))
      if (weighed.passages > 0) found.set(weighed.word, weighed)
      else gone.add(weighed.word)
    left = left.filter((similar) => gone.has(similar[at] ?? ''))
  }
  return [...found.values()]
}

/** Returns the first passages, at most `passagesOfPageMax` from one page. */
function pagesOf(found: readonly FoundPassage[], limit: number): FoundPassage[] {
  const seen = new Map<string, number>()
  const kept = found.filter(({ page_id }) => {
    const ofPage = seen.get(page_id) ?? 0
    seen.set(page_id, ofPage + 1)
    return ofPage < passagesOfPageMax
  })
  return kept.slice(0, limit)
}

async function readPassages(
  db: Reader,
  asked: Question,
  found: readonly FoundPassage[],
  query: string,
  languages: readonly string[],
): Promise<Passage[]> {
  const chosen = pagesOf(found, asked.limit)
  if (chosen.length === 0) return []
  const configurations = languages.map((language) => ({
    language,
    configuration: searchConfigurationOf(language),
  }))
  const read = await selectPassages(db, asked, chosen, query, configurations)
  return chosen.flatMap(({ page_id, ordinal, rank }) => {
    const passage = read.find((one) => one.page_id === page_id && one.ordinal === ordinal)
    if (passage === undefined) return []
    const { page_url, source_id, source_name, title, heading, anchor, text, highlight } = passage
    const score = Math.round(rank * 10_000) / 10_000
    return [{ page_url, source_id, source_name, title, heading, anchor, text, highlight, score }]
  })
}
