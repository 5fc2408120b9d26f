/**
 * What PostgreSQL makes of a part of a pattern: it writes counted parts out and then removes the ways that lead on
 * without a character, which is quick for ordinary patterns. Measured on PostgreSQL 18, the time to prepare a pattern
 * grows with `size` times `skips`: 0.2 s for `(a?){255}` (65,000), 3.5 s for `(a?b?){250}` (250,000). Word boundaries with no
 * character between them are worse: 10 in a row are nothing, 20 fail as too complex.
 */
export interface RegexCost {
  /** The greatest product of nested counts. */
  counts: number
  /** Characters and classes, written out. */
  size: number
  /** Parts that may be left out, written out. */
  skips: number
  /** Whether the whole can match nothing. */
  empty: boolean
  /** Word boundaries that can follow one another, at the start, at the end and anywhere. */
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

/** The part repeated at most so many times; without a bound, once, with a way back. */
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

/** What makes the part too costly, or null. */
export function excessOf({ counts, size, skips, boundaries }: RegexCost): string | null {
  if (counts > countProductMax) return `nested counts multiply to more than ${countProductMax}`
  if (boundaries.most > boundariesMax) return `more than ${boundariesMax} word boundaries in a row`
  return size * skips > preparationMax ? 'too many counted and optional parts' : null
}
