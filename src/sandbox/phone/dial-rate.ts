import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isAccountSid } from './sids.ts'

/** The most accounts with a rate limit. */
const ratedAccountsMax = 10_000

/** How many calls of an account are dialed each second, in real time; null for no limit. */
export const AccountRate = z.strictObject({
  account_sid: z.string().refine(isAccountSid, 'must be AC followed by 32 hexadecimal digits'),
  calls_per_second: z.number().min(0.001).max(1000).nullable(),
})
export type AccountRate = z.infer<typeof AccountRate>

/** The longest timeout of Node's timers; a longer one would fire at once. */
const waitMsMax = 2_147_483_647

/**
 * The rate limits of accounts. Calls above the limit are accepted and wait in the account's queue, first in, first out.
 * Provider: "calls per second". The limit is in real time: the network's speed does not change it.
 */
export class DialRate {
  readonly #queues = new Map<string, Queue>()

  /** Sets a rate limit, which also applies to waiting calls. @throws RangeError if `ratedAccountsMax` have one. */
  put({ account_sid, calls_per_second }: AccountRate): void {
    const known = this.#queues.get(account_sid)
    if (known !== undefined) return known.setRate(calls_per_second)
    if (this.#queues.size >= ratedAccountsMax)
      throw new RangeError(`at most ${ratedAccountsMax} accounts can have a rate`)
    this.#queues.set(account_sid, new Queue(calls_per_second))
  }

  all(): AccountRate[] {
    return [...this.#queues].map(([account_sid, { rate }]) => ({ account_sid, calls_per_second: rate }))
  }

  /**
   * Resolves when a call of the account may be dialed. Rejects with an `AbortError` if the signal has aborted by then;
   * such a call uses no slot.
   */
  async waitForSlot(accountSid: string, signal: AbortSignal): Promise<void> {
    await this.#queues.get(accountSid)?.waitForSlot(signal)
  }
}

class Queue {
  rate: number | null
  #last: Promise<void> = Promise.resolve()
  #dialedAt = Number.NEGATIVE_INFINITY
  #changed = new AbortController()

  constructor(rate: number | null) {
    this.rate = rate
  }

  setRate(rate: number | null): void {
    this.rate = rate
    this.#changed.abort()
    this.#changed = new AbortController()
  }

  async waitForSlot(signal: AbortSignal): Promise<void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    try {
      await before
      await this.#untilFree(signal)
      this.#dialedAt = performance.now()
    } finally {
      resolve()
    }
  }

  async #untilFree(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const freeAt = this.rate === null ? 0 : this.#dialedAt + 1000 / this.rate
      const leftMs = Math.ceil(freeAt - performance.now())
      if (leftMs <= 0) return
      const either = AbortSignal.any([signal, this.#changed.signal])
      await sleep(Math.min(leftMs, waitMsMax), undefined, { signal: either }).catch(() =>
        signal.throwIfAborted(),
      )
    }
  }
}
