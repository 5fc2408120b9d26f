import { withoutRegion } from '../../base/language-tag.ts'
import { wordsOf } from '../../base/words-of.ts'
import { ar } from './opt-out/ar.ts'
import { de } from './opt-out/de.ts'
import { en } from './opt-out/en.ts'
import { es } from './opt-out/es.ts'
import type { OptOutLists, Phrase } from './opt-out/lists.ts'

/** What a sentence says about calls and messages. If two languages read it differently, the later value counts. */
const meanings = ['other', 'nothing', 'vague', 'clear'] as const
type Meaning = (typeof meanings)[number]

/** A longer text, or a longer sentence, may be a story. */
const charsMax = 4_096
const wordsMax = 24

/** The lists of a language as patterns; each reads words with a space before each. */
interface Patterns extends Record<Exclude<keyof OptOutLists, 'fillers'>, readonly RegExp[]> {
  fillers: RegExp
}

const patterns: ReadonlyMap<string, Patterns> = new Map(
  Object.entries({ en, es, de, ar }).map(([language, lists]) => [
    language,
    {
      clear: lists.clear.map(startPattern),
      vague: lists.vague.map(startPattern),
      before: lists.before.map(startPattern),
      requests: lists.requests.map(startPattern),
      after: lists.after.map(startPattern),
      fillers: new RegExp(`(?:${lists.fillers.map(patternOf).join('|')})(?= |$)`, 'g'),
    },
  ]),
)

/**
 * Returns whether a person asks for no more calls or messages, so that no model needs to be asked (Rule 96). Each
 * sentence is judged by itself: without words of politeness, all of it has to be phrases that are known. One clear
 * phrase is enough, such as "stop calling me". One that may mean something else, such as "don't call me" or "delete my
 * number", counts only if nothing else is said. A question is no request, unless it begins or ends like one: "Could you
 * …?", "…, please?". Ignores case, accents and punctuation. The phrases of English count in every language.
 *
 * @param language what is spoken, BCP 47.
 */
export function isOptOut(text: string, language: string): boolean {
  if (text.length > charsMax) return false
  const own = patterns.get(withoutRegion(language))
  const known = new Set([patterns.get('en')!, ...(own === undefined ? [] : [own])])
  const said = sentencesOf(text).map((sentence) => {
    const found = [...known].map((each) => meanings.indexOf(meaningOf(sentence, each)))
    return meanings[Math.max(...found)]!
  })
  return said.includes('clear') || (said.includes('vague') && !said.includes('other'))
}

/** Returns what the sentence says. Every word of it has to be known. */
function meaningOf(sentence: string, known: Patterns): Meaning {
  const words = plainWords(sentence)
  if (words.length > wordsMax) return 'other'
  const marked = words
    .map((word) => ` ${word}`)
    .join('')
    .replace(known.fillers, '\n')
  // "Stop calling me, okay?"
  let isRequest = !/[?؟]\s*$/u.test(sentence) || marked.endsWith('\n')
  let rest = marked.replaceAll('\n', '')
  let meaning: Meaning = 'nothing'
  let endsOpen = false
  while (rest !== '') {
    const clear = isRequest ? longest(known.clear, rest) : 0
    const phrase = Math.max(clear, isRequest ? longest(known.vague, rest) : 0)
    endsOpen = phrase === 0
    if (phrase > 0) {
      const isClear = clear === phrase
      if (isClear || meaning === 'nothing') meaning = isClear ? 'clear' : 'vague'
      rest = rest.slice(phrase)
      if (isClear) rest = rest.slice(longest(known.after, rest))
      continue
    }
    const request = longest(known.requests, rest)
    const opening = Math.max(request, longest(known.before, rest))
    if (opening === 0) return 'other'
    isRequest ||= request > 0
    rest = rest.slice(opening)
  }
  return endsOpen && meaning !== 'nothing' ? 'other' : meaning
}

/**
 * Returns the sentences, each with the sign at its end. A comma after "no" or "stop" ends one too: "No, llame otra vez"
 * asks for a call, and so does "Stop, call me".
 */
function sentencesOf(text: string): string[] {
  return (
    text
      .replace(/(?<![\p{L}\p{N}])(?:no|stop|لا)\s*(?:[,،.!:;–—]+|$)/giu, '. ')
      // The point of "p.m." or of "9.30" ends none.
      .match(/(?:[^.!?؟;؛…\n]|(?<=(?<!\p{L})\p{L})\.|(?<=\d)\.(?=\d))+[.!?؟;؛…]*/gu) ?? []
  )
}

/** Returns the words in one spelling: apostrophes, hyphens, and the letters that Arabic writes in two ways. */
function plainWords(text: string): string[] {
  const spelled = text
    .replace(/[’‘`´]/gu, "'")
    .replace(/[-‐‑]/gu, ' ')
    .normalize('NFKD')
    .replace(/[\u0640\u064b-\u0655\u0670]/gu, '')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/ß/gu, 'ss')
  return wordsOf(spelled)
}

/** Returns how many characters the longest of the patterns takes at the start. */
function longest(all: readonly RegExp[], said: string): number {
  return Math.max(0, ...all.map((each) => each.exec(said)?.[0].length ?? 0))
}

function startPattern(phrase: Phrase): RegExp {
  return new RegExp(`^${patternOf(phrase)}(?= |$)`)
}

function patternOf(phrase: Phrase): string {
  return phrase
    .map((part) => {
      const alternatives = part.split('|').map((each) => plainWords(each).join(' '))
      const named = alternatives.filter((each) => each !== '').toSorted((a, b) => b.length - a.length)
      return `(?: (?:${named.join('|')}))${named.length < alternatives.length ? '?' : ''}`
    })
    .join('')
}
