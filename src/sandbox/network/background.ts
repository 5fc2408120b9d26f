/** Work that runs in the background, such as calls in progress and callbacks. */
export class Background {
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure called with an error that is no abort: a bug of the sandbox */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** A signal that aborts when the network closes. */
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

  /** Resolves once all work has ended. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  close(): void {
    this.#closing.abort()
  }
}

/** Returns whether the error says that a wait was aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
