/** The sizes of the counters' buckets. */
export type Grain = 'hour' | 'day' | 'month' | 'all'

/** A span of time in milliseconds since 1970, `from` included, `to` excluded; -Infinity and Infinity for open ends. */
export interface Span {
  from: number
  to: number
}

/** Adjacent buckets of one size. */
export interface Run extends Span {
  grain: Grain
}

/** The parts of a span: whole buckets, and what is left at its ends. */
export interface Cover {
  buckets: Run[]
  /** Parts too short for a bucket, each within one hour; their rows are counted one by one. */
  edges: Span[]
  /** The span of all buckets together, whose changes may not have been applied yet; null if there are no buckets. */
  counted: Span | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Splits a span into the fewest buckets: months in the middle, days and hours towards the ends, and less than two hours
 * of single rows. All in UTC.
 *
 * @param largest the largest bucket to use, such as days for a series by day.
 */
export function splitSpan({ from, to }: Span, largest: Exclude<Grain, 'hour'> = 'all'): Cover {
  if (from >= to) return { buckets: [], edges: [], counted: null }
  if (from === -Infinity && to === Infinity && largest === 'all')
    return { buckets: [{ grain: 'all', from, to }], edges: [], counted: { from, to } }
  const hours = { from: ceilTo(from, hourMs), to: floorTo(to, hourMs) }
  if (hours.from > hours.to) return { buckets: [], edges: [{ from, to }], counted: null }
  const edges = [
    { from, to: hours.from },
    { from: hours.to, to },
  ].filter(notEmpty)
  if (hours.from === hours.to) return { buckets: [], edges, counted: null }
  const days = { from: ceilTo(hours.from, dayMs), to: floorTo(hours.to, dayMs) }
  if (days.from >= days.to) return { buckets: [{ grain: 'hour', ...hours }], edges, counted: hours }
  const months = { from: monthUp(days.from), to: monthDown(days.to) }
  const middle =
    months.from < months.to && largest !== 'day'
      ? [
          { grain: 'day' as const, from: days.from, to: months.from },
          { grain: 'month' as const, ...months },
          { grain: 'day' as const, from: months.to, to: days.to },
        ]
      : [{ grain: 'day' as const, ...days }]
  const buckets = [
    { grain: 'hour' as const, from: hours.from, to: days.from },
    ...middle,
    { grain: 'hour' as const, from: days.to, to: hours.to },
  ].filter(notEmpty)
  return { buckets, edges, counted: hours }
}

function notEmpty({ from, to }: Span): boolean {
  return from < to
}

function ceilTo(at: number, ms: number): number {
  return Number.isFinite(at) ? Math.ceil(at / ms) * ms : at
}

function floorTo(at: number, ms: number): number {
  return Number.isFinite(at) ? Math.floor(at / ms) * ms : at
}

function monthDown(at: number): number {
  if (!Number.isFinite(at)) return at
  const date = new Date(at)
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth())
}

function monthUp(at: number): number {
  const start = monthDown(at)
  if (start === at) return at
  const date = new Date(start)
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** Returns the start of a month. `Date.UTC` is not used, because it takes the years 0 to 99 for 1900 to 1999. */
export function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}
