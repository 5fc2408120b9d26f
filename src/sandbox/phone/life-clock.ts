import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Measures the simulated time of a conversation. It runs at the network's speed. While the network waits for
 * instructions over HTTP it runs in real time, because the server that sends them is not any faster. Otherwise, at a
 * thousandfold speed, a person would hang up during every request.
 */
export class LifeClock {
  readonly #speed: number
  readonly #startedAt = performance.now()
  #outsideMs = 0
  #outsideSince: number | null = null
  #changed = new AbortController()

  constructor(speed: number) {
    this.#speed = speed
  }

  /** Runs work during which the clock runs in real time. Only one call at a time. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.#outsideSince = performance.now()
    this.#wake()
    try {
      return await work()
    } finally {
      this.#outsideMs += performance.now() - this.#outsideSince
      this.#outsideSince = null
      this.#wake()
    }
  }

  /**
   * Resolves at this many simulated milliseconds after the start. Rejects with an `AbortError` if the signal aborts.
   */
  async reach(lifeMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const leftMs = lifeMs - this.#elapsedMs()
      if (leftMs <= 0) return
      const realMs = Math.ceil(this.#outsideSince === null ? leftMs / this.#speed : leftMs)
      const either = AbortSignal.any([signal, this.#changed.signal])
      // 2,147,483,647 ms is the longest timeout of Node's timers; a longer one would fire at once.
      await sleep(Math.min(realMs, 2_147_483_647), undefined, { signal: either }).catch(() =>
        signal.throwIfAborted(),
      )
    }
  }

  #elapsedMs(): number {
    const now = performance.now()
    const outsideMs = this.#outsideMs + (this.#outsideSince === null ? 0 : now - this.#outsideSince)
    return (now - this.#startedAt - outsideMs) * this.#speed + outsideMs
  }

  #wake(): void {
    this.#changed.abort()
    this.#changed = new AbortController()
  }
}
