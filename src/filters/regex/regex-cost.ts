/**
 * The cost for PostgreSQL to prepare a part of a pattern. PostgreSQL expands counted parts and then removes transitions
 * that consume no character, which is fast for ordinary patterns. On PostgreSQL 18 the time grows with `size` times
 * `skips`: 0.2 s for `(a?){255}` (65,000), 3.5 s for `(a?b?){250}` (250,000). Adjacent word boundaries are worse: 10 in
 * a row take no time, 20 fail as too complex.
 */
export interface RegexCost {
  /** The largest product of nested counts. */
  counts: number
  /** Characters and classes after expansion. */
  size: number
  /** Optional parts after expansion. */
  skips: number
  /** Whether the part can match the empty string. */
  empty: boolean
  /** The most word boundaries in a row: at the start, at the end, and anywhere. */
  boundaries: { first: number; last: number; most: number }
}

const countProductMax = 1000
const preparationMax = 150_000
const boundariesMax = 10

export const characterCost: RegexCost = { ...costOfBoundaries(0), size: 1, empty: false }
export const anchorCost = costOfBoundaries(0)
export const boundaryCost = costOfBoundaries(1)

function costOfBoundaries(count: number): RegexCost {
  const boundaries = { first: count, last: count, most: count }
  return { counts: 1, size: count * 4, skips: 0, empty: true, boundaries }
}

export function sequenceCost(a: RegexCost, b: RegexCost): RegexCost {
  const [before, after] = [a.boundaries, b.boundaries]
  const first = a.empty ? before.first + after.first : before.first
  const last = b.empty ? before.last + after.last : after.last
  const most = Math.max(before.most, after.most, before.last + after.first)
  return { ...sums(a, b), empty: a.empty && b.empty, boundaries: { first, last, most } }
}

export function choiceCost(a: RegexCost, b: RegexCost): RegexCost {
  const [one, other] = [a.boundaries, b.boundaries]
  const first = Math.max(one.first, other.first)
  const last = Math.max(one.last, other.last)
  const most = Math.max(one.most, other.most)
  const { skips, ...rest } = sums(a, b)
  const empty = a.empty || b.empty
  return { ...rest, skips: skips + (empty ? 1 : 0), empty, boundaries: { first, last, most } }
}

function sums(a: RegexCost, b: RegexCost): Pick<RegexCost, 'counts' | 'size' | 'skips'> {
  return { counts: Math.max(a.counts, b.counts), size: a.size + b.size, skips: a.skips + b.skips }
}

/**
 * Returns the cost of a repeated part. Without a maximum (null) the part is expanded `min` times, at least once, and
 * loops.
 */
export function repeatedCost(part: RegexCost, min: number, max: number | null): RegexCost {
  const times = Math.max(max ?? min, 1)
  const { first, last, most } = part.boundaries
  const boundaries = part.empty
    ? { first: first * times, last: last * times, most: most * times }
    : { first, last, most: times > 1 ? Math.max(most, first + last) : most }
  return {
    counts: part.counts * times,
    size: part.size * times,
    skips: part.skips * times + (min === 0 ? 1 : 0),
    empty: part.empty || min === 0,
    boundaries,
  }
}

/** Returns what makes the part too costly, or null. */
export function excessOf({ counts, size, skips, boundaries }: RegexCost): string | null {
  if (counts > countProductMax) return `nested counts multiply to more than ${countProductMax}`
  if (boundaries.most > boundariesMax) return `more than ${boundariesMax} word boundaries in a row`
  return size * skips > preparationMax ? 'too many counted and optional parts' : null
}
