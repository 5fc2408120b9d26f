/** The most connections to endpoints in order, of those that have waited for less than a second. */
const inOrderMax = 150
/** The most connections to endpoints that fail. */
const failingMax = 50
/** The most connections to endpoints in order that have waited for longer. */
const slowMax = 1_000
/** After this time a request counts as slow, and makes room for others. */
const slowAfterMs = 1_000

/** A place for one request. */
export interface SendSlot {
  release(): void
}

/** Shares a process's connections among endpoints, so that those that hang or fail take none from the others (Promise 77). */
export class SendSlots {
  #inOrder = 0
  #failing = 0
  #slow = 0

  /** How many more requests may begin. */
  free(isFailing: boolean): number {
    return isFailing ? failingMax - this.#failing : inOrderMax - this.#inOrder
  }

  get used(): { in_order: number; failing: number; slow: number } {
    return { in_order: this.#inOrder, failing: this.#failing, slow: this.#slow }
  }

  /** Takes up to `wanted` slots, as many as are free. */
  take(isFailing: boolean, wanted: number): SendSlot[] {
    return Array.from({ length: Math.min(wanted, Math.max(0, this.free(isFailing))) }, () =>
      isFailing ? this.#takeFailing() : this.#takeOrdinary(),
    )
  }

  #takeFailing(): SendSlot {
    this.#failing++
    return { release: once(() => void this.#failing--) }
  }

  #takeOrdinary(): SendSlot {
    this.#inOrder++
    let isSlow = false
    const timer = setTimeout(() => {
      if (this.#slow >= slowMax) return
      isSlow = true
      this.#inOrder--
      this.#slow++
    }, slowAfterMs).unref()
    return {
      release: once(() => {
        clearTimeout(timer)
        if (isSlow) this.#slow--
        else this.#inOrder--
      }),
    }
  }
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}
