import type { ZoneBucket } from './zone-buckets.ts'

/** Where a bucket lies: its days, and the instants where they begin and end. */
export interface PointSpan {
  /** The first day. */
  from: string
  /** The last day, included. */
  to: string
  starts_at: string
  /** Excluded. */
  ends_at: string
}

/** Returns each bucket with its figures, and with those of its counterpart in the span before. */
export function pointsOf<Figures>(
  { buckets, before, now }: { buckets: readonly ZoneBucket[]; before: readonly ZoneBucket[]; now: Date },
  figuresOf: (bucket: number) => Figures,
) {
  return buckets.map((bucket, index) => ({
    ...spanOf(bucket),
    is_over: bucket.to <= now.getTime(),
    ...figuresOf(index),
    before: { ...spanOf(before[index]!), ...figuresOf(buckets.length + index) },
  }))
}

/** Returns the sums over the buckets that are over, and over their counterparts, which alone can be compared. */
export function finishedOf<Point extends { is_over: boolean; before: object }, Sum>(
  points: readonly Point[],
  sumOf: (points: (Point | Point['before'])[]) => Sum,
): { points: number; totals: Sum; totals_before: Sum } {
  const over = points.filter(({ is_over }) => is_over)
  return {
    points: over.length,
    totals: sumOf(over),
    totals_before: sumOf(over.map(({ before }): Point['before'] => before)),
  }
}

function spanOf({ first, last, from, to }: ZoneBucket): PointSpan {
  return {
    from: first,
    to: last,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
  }
}
