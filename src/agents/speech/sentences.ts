import { withoutRegion } from '../../base/language-tag.ts'
import { isAbbreviation } from './abbreviations.ts'

/** From this character on the first sentence is cut at a pause such as a comma, so that speech begins early. */
const firstPauseFrom = 20
/** From this character on the first sentence is cut between any two words. */
const firstWordFrom = 60
/** A sentence without an end is cut here, between two words where there are some. */
const sentenceCharsMax = 500

const ends = /[.!?…؟۔।。！？]/u
/** Ends of scripts that write no space between sentences. */
const spacelessEnds = /[。！？]/u
const pauses = /[,;:–—،؛]/u
const closers = /["'”’»)\]*_]/u

export interface SentenceCutter {
  /** Takes the next piece of the text and returns the sentences that it completes, with the spaces after them. */
  push: (piece: string) => string[]
  /** Returns what is left, as one sentence or none. The cutter starts anew. */
  end: () => string[]
}

/**
 * Cuts text into sentences while it arrives. The sentences together are the text, and the cuts do not depend on where
 * the pieces end. A sentence is returned once the first character after it is known, since a small letter there means
 * that it goes on. Abbreviations, initials, decimals, addresses and the numbers of lists end no sentence; a line break
 * does.
 *
 * @param language of the text, BCP 47. In German, "3." is an ordinal.
 * @param cutsFirstEarly the first sentence may be cut at `, ; : –` from character 20 on, and between words from 60 on.
 */
export function createSentenceCutter(language: string, cutsFirstEarly: boolean): SentenceCutter {
  const hasDottedOrdinals = withoutRegion(language) === 'de'
  let rest = ''
  let isFirst = true
  const next = (): string | null => {
    const cut = findCut(rest, { hasDottedOrdinals, isEarly: cutsFirstEarly && isFirst })
    if (cut === null) return null
    const sentence = rest.slice(0, cut)
    rest = rest.slice(cut)
    if (sentence.trim() !== '') isFirst = false
    return sentence
  }
  return {
    push(piece) {
      const sentences: string[] = []
      // Read in slices, so that the time is linear in the length of the text even if the piece is a whole book.
      for (let at = 0; at < piece.length; at += sentenceCharsMax) {
        rest += piece.slice(at, at + sentenceCharsMax)
        for (let sentence = next(); sentence !== null; sentence = next()) sentences.push(sentence)
      }
      return sentences
    },
    end() {
      const left = rest
      rest = ''
      isFirst = true
      return left === '' ? [] : [left]
    },
  }
}

interface CutRules {
  hasDottedOrdinals: boolean
  isEarly: boolean
}

/** Returns where the first sentence of the text surely ends, spaces included; null while it is not known. */
function findCut(text: string, rules: CutRules): number | null {
  const bound = Math.min(text.length, sentenceCharsMax)
  let contentFrom = 0
  while (contentFrom < bound && isSpace(text[contentFrom]!)) contentFrom += 1
  for (let at = contentFrom; at < bound; at += 1) {
    const found = cutAfter(text, at, contentFrom, rules)
    if (found === 'unknown') break
    if (found !== null) return found
  }
  // One character more than the bound is awaited, so that the cut is the same for all pieces.
  return text.length > sentenceCharsMax ? forcedCut(text) : null
}

/** Returns where to cut if the character ends the sentence, null if it does not, `unknown` if more text is needed. */
function cutAfter(text: string, at: number, from: number, rules: CutRules): number | null | 'unknown' {
  const character = text[at]!
  if (spacelessEnds.test(character)) return afterSpaces(text, afterClosers(text, at + 1))
  if (character === '\n') return afterSpaces(text, at)
  if (ends.test(character)) {
    const closed = afterClosers(text, at + 1)
    if (closed === text.length) return 'unknown'
    if (!isSpace(text[closed]!) || text[closed] === '\n') return null
    const cut = afterSpaces(text, closed)
    if (cut === 'unknown') return cut
    if (/\p{Ll}/u.test(text[cut]!)) return null
    return character === '.' && isPartOfWord(text, at, from, cut, rules) ? null : cut
  }
  if (!rules.isEarly) return null
  const length = at - from
  if (length >= firstPauseFrom && pauses.test(character)) {
    if (at + 1 === text.length) return 'unknown'
    return isSpace(text[at + 1]!) ? afterSpaces(text, at + 1) : null
  }
  if (length < firstWordFrom || !isSpace(character)) return null
  const cut = afterSpaces(text, at)
  // A number may have several parts, such as "20 March" or "415 555 0123".
  return cut === 'unknown' || !(/\d/.test(text[at - 1]!) || /[\d–—-]/.test(text[cut]!)) ? cut : null
}

/** Returns whether the dot belongs to the word before it. */
function isPartOfWord(text: string, dot: number, from: number, next: number, rules: CutRules): boolean {
  const before = /\S*$/u.exec(text.slice(Math.max(from, dot - 24), dot))![0]
  const word = before.replace(/^["'“„«(¿¡[*_]+/u, '')
  if (/^\d{1,3}$/.test(word))
    return dot - before.length === from || (rules.hasDottedOrdinals && word.length < 3)
  return isAbbreviation(word, text[next]!)
}

function afterClosers(text: string, at: number): number {
  let end = at
  while (end < text.length && (closers.test(text[end]!) || ends.test(text[end]!))) end += 1
  return end
}

function afterSpaces(text: string, at: number): number | 'unknown' {
  let end = at
  while (end < text.length && isSpace(text[end]!)) end += 1
  return end === text.length ? 'unknown' : end
}

function forcedCut(text: string): number {
  for (let at = sentenceCharsMax; at > sentenceCharsMax / 2; at -= 1) if (isSpace(text[at - 1]!)) return at
  const isInPair = /[\ud800-\udbff]/.test(text[sentenceCharsMax - 1]!)
  return isInPair ? sentenceCharsMax - 1 : sentenceCharsMax
}

function isSpace(character: string): boolean {
  return /\s/u.test(character)
}
