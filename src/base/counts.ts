/** Counts by key. A key that counts nothing takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }

  /** Returns the keys that count something. */
  keys(): string[] {
    return [...this.#counts.keys()]
  }
}
