/** Counts the requests of the models that are busy for a while. */
export class BusyCounts {
  readonly #counts = new Map<string, number>()

  /** Returns whether this request is refused: `times` requests of a model are, then one is not, and so on. */
  take(model: string, times: number): boolean {
    const count = this.#counts.get(model) ?? 0
    this.#counts.set(model, (count + 1) % (times + 1))
    return count < times
  }
}
