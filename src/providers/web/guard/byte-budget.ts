/** Limits the bytes that all connections of a proxy carry together. */
export interface ByteBudget {
  /** Bytes spent so far. */
  readonly bytes: number
  readonly isSpent: boolean
  spend(bytes: number): void
  /** Starts again from zero. */
  renew(): void
}

/** Creates a budget that calls `onSpent` each time it runs out. */
export function createByteBudget(bytesMax: number, onSpent: () => void): ByteBudget {
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    get isSpent() {
      return bytes > bytesMax
    },
    spend: (spent) => {
      const isFirst = bytes <= bytesMax
      bytes += spent
      if (isFirst && bytes > bytesMax) onSpent()
    },
    renew: () => {
      bytes = 0
    },
  }
}
