import { Counts } from '../../base/counts.ts'

/** The most connections to endpoints in order, of those that have waited for less than a second. */
const inOrderMax = 300
/** The most connections to endpoints that fail. */
const failingMax = 100
/** The most connections to endpoints in order that have waited for longer. */
const slowMax = 2_000
/** After this time a request counts as slow, and makes room for others. */
const slowAfterMs = 1_000

/** A place for one request. */
export interface SendSlot {
  release(): void
}

/**
 * Places of one kind. An organization has at most half of those that the others leave, so that some are always free for
 * another.
 */
class Pool {
  readonly #max: number
  readonly #counts = new Counts()
  used = 0

  constructor(max: number) {
    this.#max = max
  }

  get free(): number {
    return this.#max - this.used
  }

  /** Returns how many more places the organization may take now. */
  freeFor(organizationId: string): number {
    return Math.max(0, Math.ceil((this.free - this.#counts.of(organizationId)) / 2))
  }

  add(organizationId: string): void {
    this.used++
    this.#counts.add(organizationId, 1)
  }

  remove(organizationId: string): void {
    this.used--
    this.#counts.add(organizationId, -1)
  }
}

/**
 * Shares a process's connections among endpoints and organizations, so that endpoints that hang, fail or are slow take
 * none from the others (Promise 77).
 */
export class SendSlots {
  readonly #inOrder = new Pool(inOrderMax)
  readonly #failing = new Pool(failingMax)
  readonly #slow = new Pool(slowMax)

  /** How many more requests may begin, of whichever organization. */
  free(isFailing: boolean): number {
    return this.#poolOf(isFailing).free
  }

  /** How many more requests of an organization may begin. */
  freeFor(organizationId: string, isFailing: boolean): number {
    return this.#poolOf(isFailing).freeFor(organizationId)
  }

  get used(): { in_order: number; failing: number; slow: number } {
    return { in_order: this.#inOrder.used, failing: this.#failing.used, slow: this.#slow.used }
  }

  /** Takes up to `wanted` slots for an organization, as many as are free. */
  take(organizationId: string, isFailing: boolean, wanted: number): SendSlot[] {
    const count = Math.min(wanted, this.freeFor(organizationId, isFailing))
    return Array.from({ length: count }, () =>
      isFailing ? this.#takeFailing(organizationId) : this.#takeOrdinary(organizationId),
    )
  }

  #poolOf(isFailing: boolean): Pool {
    return isFailing ? this.#failing : this.#inOrder
  }

  #takeFailing(organizationId: string): SendSlot {
    this.#failing.add(organizationId)
    return { release: once(() => this.#failing.remove(organizationId)) }
  }

  #takeOrdinary(organizationId: string): SendSlot {
    let pool = this.#inOrder
    pool.add(organizationId)
    const timer = setTimeout(() => {
      if (this.#slow.freeFor(organizationId) === 0) return
      pool.remove(organizationId)
      pool = this.#slow
      pool.add(organizationId)
    }, slowAfterMs).unref()
    return {
      release: once(() => {
        clearTimeout(timer)
        pool.remove(organizationId)
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
