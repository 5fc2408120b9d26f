import { splitSpan } from '../counters/time-buckets.ts'
import type { Grain, Span } from '../counters/time-buckets.ts'

/** A span that is counted once, as whole buckets of the counters or (`rows`) from its rows. */
export interface Piece extends Span {
  grain: Exclude<Grain, 'all'> | 'rows'
  /** The bucket of the series that it is part of; null for none. */
  addsTo: number | null
  /** The bucket that it is taken away from, where the other parts of that bucket hold it too. */
  takesFrom: number | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns what to count for spans whose ends lie anywhere, such as the days of a time zone. The counters have UTC
 * hours, days and months. Each end is at most 12 hours from the nearest UTC midnight, and its rows at most 30 minutes
 * from the nearest full hour. These hours and rows are added, or taken away if they lie on the other side. A day in New
 * York is then one UTC day and twice five hours, where it would be 24 hours.
 */
export function piecesOf(spans: readonly Span[]): Piece[] {
  const pieces = new Map<string, Piece>()
  const count: Count = (grain, { from, to }, bucket, sign) => {
    if (from === to) return
    // Where one bucket ends and the next begins, the same piece is added to the one and taken from the other.
    const key = `${grain} ${from} ${to}`
    const piece = pieces.get(key) ?? { grain, from, to, addsTo: null, takesFrom: null }
    const side = sign === 1 ? 'addsTo' : 'takesFrom'
    if (piece[side] === null) pieces.set(key, { ...piece, [side]: bucket })
    else pieces.set(`${key} ${bucket}`, { grain, from, to, addsTo: null, takesFrom: null, [side]: bucket })
  }
  spans.forEach(({ from, to }, bucket) => {
    if (from >= to) return
    const [first, last] = [nearest(from, dayMs), nearest(to, dayMs)]
    for (const run of splitSpan({ from: first, to: last }, 'month').buckets)
      count(run.grain as 'day' | 'month', run, bucket, 1)
    countEnd(to, bucket, count, 1)
    countEnd(from, bucket, count, -1)
  })
  return [...pieces.values()]
}

type Count = (grain: Piece['grain'], span: Span, bucket: number, sign: 1 | -1) => void

/** Counts from the midnight nearest to `end` until `end`, backwards where the midnight is later. */
function countEnd(end: number, bucket: number, count: Count, sign: 1 | -1): void {
  const [day, hour] = [nearest(end, dayMs), nearest(end, hourMs)]
  const away = sign === 1 ? -1 : 1
  count('hour', { from: Math.min(day, hour), to: Math.max(day, hour) }, bucket, day < hour ? sign : away)
  count('rows', { from: Math.min(hour, end), to: Math.max(hour, end) }, bucket, hour < end ? sign : away)
}

function nearest(at: number, ms: number): number {
  return Math.round(at / ms) * ms
}
