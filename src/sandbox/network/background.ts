/** Work that nobody waits for: lives of legs, callbacks under way. */
export class Background {
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure told of an error that is no abort: a bug of this program */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Aborts when the network closes. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        if (!isAbort(error)) this.#onFailure(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves once nothing runs any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  close(): void {
    this.#closing.abort()
  }
}

/** Whether the error only says that what was waited for has been broken off. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
