import { RegexFault } from './text-reader.ts'
import type { RegexReader } from './text-reader.ts'

const countMax = 255

/** Whether something that repeats stands there, a brace that is none included. */
export function quantifierAt(reader: RegexReader): boolean {
  const next = reader.characters[reader.at]
  return next !== undefined && '*+?{'.includes(next)
}

/** How often something is repeated; `max` is null where there is no bound. */
export interface Quantifier {
  text: string
  min: number
  max: number | null
}

const signs: ReadonlyMap<string, Quantifier> = new Map([
  ['*', { text: '*', min: 0, max: null }],
  ['+', { text: '+', min: 1, max: null }],
  ['?', { text: '?', min: 0, max: 1 }],
])

/** The quantifier that begins at the reader, the mark of a lazy one apart. */
export function readQuantifier(reader: RegexReader): Quantifier {
  const start = reader.at
  const sign = signs.get(reader.characters[start]!)
  if (sign !== undefined) {
    reader.at++
    return sign
  }
  const match = /^\{(\d+)(?:(,)(\d*))?\}/.exec(reader.characters.slice(start).join(''))
  if (match === null) throw new RegexFault('a bare {, which is written \\{,', start)
  const [text, least, comma, most] = match
  const min = Number(least)
  const max = comma === undefined ? min : most === '' ? null : Number(most)
  if (min > countMax || (max ?? 0) > countMax) throw new RegexFault(`a count is more than ${countMax}`, start)
  if (max !== null && max < min) throw new RegexFault('counts are out of order', start)
  reader.at += text.length
  return { text: `{${min}${comma === undefined ? '' : `,${max ?? ''}`}}`, min, max }
}
