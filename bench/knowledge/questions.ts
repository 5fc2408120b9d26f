import { wordsOf } from '../../src/sources/index/index-form.ts'
import type { SeededPage } from './seed.ts'
import { pick, randomOf } from './text.ts'
import type { Random } from './text.ts'

export interface QuestionKind {
  name: string
  questions: string[]
}

/** Returns distinct questions whose answer is on one of the pages, equally many of each kind. */
export function questionsTo(pages: readonly SeededPage[], each: number): QuestionKind[] {
  const random = randomOf(7)
  const kind = (name: string, ask: (page: SeededPage) => string | undefined): QuestionKind => {
    const questions = new Set<string>()
    for (let tries = 0; questions.size < each && tries < 1_000 * each; tries++) {
      const question = ask(pick(random, pages))
      if (question !== undefined) questions.add(question)
    }
    return { name, questions: [...questions] }
  }
  return [
    kind('one word, common', ({ vocabulary: { words, own } }) => words[own + Math.floor(random() * 60)]),
    kind('one word, rare', (page) =>
      meaningOf(page, textOf(random, page)).find((word) => page.vocabulary.words.indexOf(word) > 5_000),
    ),
    kind('three words', (page) => threeOf(random, page)?.join(' ')),
    kind('a sentence', (page) => {
      const sentences = textOf(random, page).split('. ')
      return `${pick(random, sentences).split(' ').slice(0, 12).join(' ')}?`
    }),
    kind('three words, one misspelt', (page) => {
      const three = threeOf(random, page)
      const at = three?.findIndex((word) => word.length >= 6) ?? -1
      return at < 0 ? undefined : three!.with(at, misspelt(random, three![at]!)).join(' ')
    }),
  ]
}

function textOf(random: Random, { document }: SeededPage): string {
  return pick(random, document.chunks).text
}

/** Returns the words of a text that are not stop words. */
function meaningOf({ vocabulary: { words, own } }: SeededPage, text: string): string[] {
  const stopWords = new Set(words.slice(0, own))
  return wordsOf(text).filter((word) => !stopWords.has(word))
}

function threeOf(random: Random, page: SeededPage): string[] | undefined {
  const words = meaningOf(page, textOf(random, page))
  const three = new Set(Array.from({ length: 3 }, () => pick(random, words)))
  return words.length < 3 || three.size < 3 ? undefined : [...three]
}

/** Swaps two letters of a word, or leaves one out. */
function misspelt(random: Random, word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 3))
  const letters = Array.from(word)
  return random() < 0.5
    ? letters.toSpliced(at, 2, letters[at + 1]!, letters[at]!).join('')
    : letters.toSpliced(at, 1).join('')
}
