/** The text of an answer on its way to one reader. */
export class TextPieces implements AsyncIterable<string> {
  readonly #onLeave: () => void
  readonly #waiting: string[] = []
  #hasEnded = false
  #wake: (() => void) | null = null

  /** @param onLeave called when the reader leaves before the end */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave
  }

  push(piece: string): void {
    this.#waiting.push(piece)
    this.#notify()
  }

  end(): void {
    this.#hasEnded = true
    this.#notify()
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: async () => {
        while (this.#waiting.length === 0 && !this.#hasEnded)
          await new Promise<void>((resolve) => (this.#wake = resolve))
        const value = this.#waiting.shift()
        return value === undefined ? { done: true, value: undefined } : { done: false, value }
      },
      return: () => {
        if (!this.#hasEnded) this.#onLeave()
        return Promise.resolve({ done: true, value: undefined })
      },
    }
  }

  #notify(): void {
    this.#wake?.()
    this.#wake = null
  }
}
