import { createHash } from 'node:crypto'

/** Random choices that a seed decides: the same seed gives the same choices in the same order. */
export interface Random {
  /** Returns a number from 0 (included) to 1. */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** Returns one of the items. */
  pick<Item>(items: readonly Item[]): Item
  /** Returns one of the items, each with its weight. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** Returns true with the probability `share`. */
  isTrue(share: number): boolean
  /** Returns an independent source, so that a change of one part of a history leaves the others as they are. */
  branch(name: string): Random
  /** Returns a UUIDv7 of that instant. */
  idAt(ms: number): string
  /** Returns so many hexadecimal digits. */
  hex(digits: number): string
}

/** Creates the choices of a seed, by the generator mulberry32. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const hex = (digits: number) =>
    Array.from({ length: Math.ceil(digits / 4) }, () => whole(0, 0xffff).toString(16).padStart(4, '0'))
      .join('')
      .slice(0, digits)
  return {
    next,
    whole,
    pick: (items) => items[whole(0, items.length - 1)]!,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) if ((left -= weight) < 0) return item
      return items.at(-1)![0]
    },
    isTrue: (share) => next() < share,
    branch: (name) => createRandom(`${seed} ${name}`),
    idAt: (ms) => {
      const time = Math.floor(ms).toString(16).padStart(12, '0')
      const variant = (8 + whole(0, 3)).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`
    },
    hex,
  }
}
