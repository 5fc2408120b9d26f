import type { LikeWord } from './search-queries.ts'

/**
 * Maps each misspelled word to the correct ones that it may stand for, those with the smallest edit distance first and
 * of these the most similar first. A short word may differ by one letter, a longer one by two; accents do not count.
 * Words without such a match are left out.
 */
export function nearestWords(likeWords: readonly LikeWord[]): Map<string, string[]> {
  const near = new Map<string, { word: string; distance: number }[]>()
  for (const { asked, word, asked_form, form } of likeWords) {
    const most = asked_form.length <= 5 ? 1 : 2
    const distance = editDistance(asked_form, form, most)
    if (distance <= most) near.set(asked, [...(near.get(asked) ?? []), { word, distance }])
  }
  const nearestFirst = (words: readonly { word: string; distance: number }[]) =>
    words.toSorted((a, b) => a.distance - b.distance).map(({ word }) => word)
  return new Map([...near].map(([asked, words]) => [asked, nearestFirst(words)]))
}

/**
 * Returns how many letters must be inserted, deleted, replaced or swapped with their neighbor to turn one word into the
 * other (optimal string alignment). Returns `most + 1` for every distance above `most`.
 */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let cost = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1))
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwapped) cost = Math.min(cost, before[column - 2]! + 1)
      line.push(cost)
    }
    if (Math.min(...line) > most) return most + 1
    before = above
    above = line
  }
  return above[to.length]!
}
