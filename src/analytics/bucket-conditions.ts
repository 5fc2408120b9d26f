import type { Grain, Run, Span } from '../conversations/span.ts'
import { bound } from '../conversations/totals.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Buckets of one size, as a condition on the counters. */
export interface Sized {
  grain: Grain
  where: Sql
}

/**
 * Each size once, so that a statement has few parts to plan. The two runs at the ends of a span are short, and their
 * buckets named one by one.
 */
export function bySize(runs: readonly Run[]): Sized[] {
  return [...Map.groupBy(runs, ({ grain }) => grain)].map(([grain, [first, ...others]]) => ({
    grain,
    where:
      others.length === 0
        ? within(sql`bucket`, first!)
        : sql`bucket = any(${[first!, ...others].flatMap(startsOf)}::timestamptz[])`,
  }))
}

/** The bounds are plain parameters, so that one plan serves any span. */
export function within(at: Sql, { from, to }: Span): Sql {
  return sql`${at} >= ${bound(from)}::timestamptz and ${at} < ${bound(to)}::timestamptz`
}

const bucketMs = { hour: 3_600_000, day: 86_400_000 }

/** Of the buckets of a run that has both ends: months and all of time are never at two ends of a span. */
function startsOf({ grain, from, to }: Run): string[] {
  if (grain !== 'hour' && grain !== 'day') throw new Error(`a run of ${grain} stands alone`)
  const starts: string[] = []
  for (let at = from; at < to; at += bucketMs[grain]) starts.push(bound(at))
  return starts
}
