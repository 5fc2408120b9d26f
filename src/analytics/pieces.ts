import { splitSpan } from '../counters/time-buckets.ts'
import type { Grain, Span } from '../counters/time-buckets.ts'

/** A span that is counted once, as whole buckets of the counters or (`rows`) from its rows. */
export interface Piece extends Span {
  grain: Exclude<Grain, 'all'> | 'rows'
}

/** How often a piece counts in a bucket of the series: once, or once less. */
export interface Term {
  piece: number
  bucket: number
  sign: 1 | -1
}

export interface Pieces {
  pieces: Piece[]
  terms: Term[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns what to count for spans whose ends lie anywhere, such as the days of a time zone. The counters have UTC hours,
 * days and months. From the UTC midnight that is nearest to each end there are at most 12 hours to the end, and from the
 * nearest full hour at most 30 minutes of rows; these are added, or taken away where they lie on the other side. A day in
 * New York is then one UTC day and twice five hours, where it would be 24 hours.
 */
export function piecesOf(spans: readonly Span[]): Pieces {
  const pieces: Piece[] = []
  const terms: Term[] = []
  const count = (piece: Piece, bucket: number, sign: 1 | -1) => {
    if (piece.from === piece.to) return
    terms.push({ piece: pieces.push(piece) - 1, bucket, sign })
  }
  spans.forEach(({ from, to }, bucket) => {
    if (from >= to) return
    const [first, last] = [nearest(from, dayMs), nearest(to, dayMs)]
    for (const run of splitSpan({ from: first, to: last }, 'month').buckets)
      count({ grain: run.grain as 'day' | 'month', from: run.from, to: run.to }, bucket, 1)
    countEnd(to, (piece, sign) => count(piece, bucket, sign))
    countEnd(from, (piece, sign) => count(piece, bucket, sign === 1 ? -1 : 1))
  })
  return { pieces, terms }
}

/** Counts from the midnight nearest to `end` until `end`, backwards where the midnight is later. */
function countEnd(end: number, count: (piece: Piece, sign: 1 | -1) => void): void {
  const [day, hour] = [nearest(end, dayMs), nearest(end, hourMs)]
  count({ grain: 'hour', from: Math.min(day, hour), to: Math.max(day, hour) }, day < hour ? 1 : -1)
  count({ grain: 'rows', from: Math.min(hour, end), to: Math.max(hour, end) }, hour < end ? 1 : -1)
}

function nearest(at: number, ms: number): number {
  return Math.round(at / ms) * ms
}
