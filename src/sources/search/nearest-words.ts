import { editDistance } from '../index/edit-distance.ts'
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
