/** Repeatable random choices: the same seed gives the same sequence on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both bounds included. */
  integer(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

/**
 * Creates mulberry32 over an FNV-1a hash of the seed. With a text as the seed every leg has a sequence of its own, so
 * that its faults do not depend on the calls before it.
 */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)]!,
  }
}
