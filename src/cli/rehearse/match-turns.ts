import type { PlayedTurn } from '../../operator/rehearse/played-scene.ts'
import { callsOf } from './project-api.ts'
import type { ShownTurn } from './project-api.ts'

/**
 * Finds the turn of each thing that the caller said, in order: in whole words, behind what was said before it. Several
 * may share a turn, such as what was said in an interruption.
 */
export function matchTurns(inputs: readonly string[], shown: readonly ShownTurn[]): PlayedTurn[] {
  const answered = shown
    .filter(({ state }) => state !== 'superseded')
    .map((turn) => ({ turn, input: wordsOf(turn.input) }))
  let from = { index: 0, offset: 0 }
  return inputs.map((caller): PlayedTurn => {
    const words = wordsOf(caller)
    const foundAt = (index: number): number =>
      findWords(answered[index]!.input, words, index === from.index ? from.offset : 0)
    let index = from.index
    while (index < answered.length && foundAt(index) === -1) index++
    const found = answered[index]
    if (found === undefined) return { caller, text: null, calls: [], first_text_ms: null }
    from = { index, offset: foundAt(index) + words.length }
    const { text, created_at, first_text_at } = found.turn
    const first_text_ms = first_text_at === null ? null : Date.parse(first_text_at) - Date.parse(created_at)
    return { caller, text, calls: callsOf(found.turn), first_text_ms }
  })
}

/** Returns where the words begin in a text at or behind an offset; -1 where they are not there as whole words. */
function findWords(text: string, words: string, offset: number): number {
  for (let at = text.indexOf(words, offset); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    const isWhole = !cutsWord(text.slice(0, at), words) && !cutsWord(words, text.slice(end))
    if (isWhole || words === '') return at
  }
  return -1
}

/** Returns whether a word goes on from the end of one text to the beginning of the next. */
function cutsWord(before: string, after: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(before) && /^[\p{L}\p{M}\p{N}]/u.test(after)
}

function wordsOf(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}
