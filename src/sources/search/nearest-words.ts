import type { LikeWord } from './search-queries.ts'

/**
 * For each word that was asked for, the one that it most probably is a misspelling of: the fewest letters away, one of a
 * short word, two of a longer one; an accent is no letter. Words without one are left out.
 */
export function nearestWords(likeWords: readonly LikeWord[]): Map<string, string> {
  const nearest = new Map<string, { word: string; distance: number }>()
  for (const { asked, word, asked_form, form } of likeWords) {
    const most = asked_form.length <= 5 ? 1 : 2
    const distance = editDistance(asked_form, form, most)
    if (distance > most) continue
    const best = nearest.get(asked)
    if (best === undefined || distance < best.distance) nearest.set(asked, { word, distance })
  }
  return new Map([...nearest].map(([asked, { word }]) => [asked, word]))
}

/**
 * Letters to put in, leave out, exchange, or swap with their neighbour to make one word of the other (optimal string
 * alignment); `most + 1` for anything above `most`.
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
