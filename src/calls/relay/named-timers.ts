/** Timers by name. Setting one again replaces it. */
export class NamedTimers<Name extends string> {
  readonly #timers = new Map<Name, NodeJS.Timeout>()

  set(name: Name, ms: number, run: () => void): void {
    this.clear(name)
    this.#timers.set(name, setTimeout(run, ms))
  }

  clear(name: Name): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }

  clearAll(): void {
    for (const name of this.#timers.keys()) this.clear(name)
  }
}
