import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How much of life a conversation has lasted. Life goes at the network's speed, except while the network waits for
 * instructions over HTTP: then it goes as the clock on the wall does, because the other side is not any faster. Without
 * that, a person at a thousandfold speed would lose patience during every single request.
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

  /** Does something that life waits for at the speed of the wall clock. One at a time. */
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

  /** Resolves once that many milliseconds of life have passed since the start. Rejects with an `AbortError`. */
  async reach(lifeMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const leftMs = lifeMs - this.#elapsedMs()
      if (leftMs <= 0) return
      const realMs = Math.ceil(this.#outsideSince === null ? leftMs / this.#speed : leftMs)
      const either = AbortSignal.any([signal, this.#changed.signal])
      // The longest wait that Node's timers hold; a longer one would fire at once.
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
