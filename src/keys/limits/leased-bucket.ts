import type { TakenRequests } from './bucket-queries.ts'
import { requestsIn, untilNext } from './gcra.ts'
import type { Limit } from './gcra.ts'

/** How long requests that a process has taken may be used, in ms; later they are forfeited. */
const leaseMs = 1_000
/** How long requests are refused from memory once the limit is used up, in ms on average. */
const pauseMs = 100

/** Takes as many of the wanted requests as fit, for all processes. */
export type TakeRequests = (limit: Limit, wanted: number) => Promise<TakenRequests>

type Waiting = (answer: boolean | Promise<never>) => void

/**
 * A process's part of one limit. It takes requests from the database in blocks and uses them up from memory within a
 * second, so that a request seldom waits for a statement. If a block is used up in half of that time, the next one has
 * twice its size, up to a tenth of what the limit admits in a second. If it is not used up, the next one has half its
 * size. So a process with little to do takes little from the others.
 *
 * Requests that wait at the same time are asked for in one statement. After a refusal, further requests are refused
 * from memory for a moment of random length. So a limit that is used up costs about twenty statements a second,
 * whatever the number of requests, and no process is always the first to ask.
 */
export class LeasedBucket {
  readonly #take: TakeRequests
  readonly #random: () => number
  #held = 0
  #heldUntil = 0
  #block = 1
  #leftUs = 0
  #leftAt = -leaseMs
  #closedUntil = 0
  /** The limit that was used up: another one is asked for at once. */
  #closed: Limit | null = null
  #waiting: Waiting[] = []
  #isTaking = false

  /** `random` returns a number from 0 up to 1, by which the moment after a refusal is 0.5 to 1.5 times as long. */
  constructor(take: TakeRequests, random: () => number) {
    this.#take = take
    this.#random = random
  }

  /** Admits a request, or refuses it. Rejects where the database can't be asked. */
  admit(limit: Limit): boolean | Promise<boolean> {
    const now = performance.now()
    this.#forfeit(now)
    if (this.#held > 0) {
      this.#held -= 1
      return true
    }
    if (now < this.#closedUntil && this.#isClosed(limit)) return false
    const admitted = new Promise<boolean>((resolve) => this.#waiting.push(resolve))
    if (!this.#isTaking) void this.#takeForWaiting(limit)
    return admitted
  }

  /** Takes an admission back, of a request that another limit refuses. */
  giveBack(): void {
    this.#held += 1
  }

  /** Returns how many requests are left, as far as this process knows, at most a burst. */
  remaining(limit: Limit): number {
    const now = performance.now()
    this.#forfeit(now)
    return Math.min(limit.burst, this.#held + requestsIn(limit, this.#leftNow(now)))
  }

  /** Returns in how many ms it may admit a request again, at least. */
  retryMs(limit: Limit): number {
    const now = performance.now()
    return Math.max(this.#closedUntil - now, untilNext(limit, this.#leftNow(now)) / 1_000, 0)
  }

  #isClosed({ count, burst }: Limit): boolean {
    return this.#closed?.count === count && this.#closed.burst === burst
  }

  /** Returns the time that is left in the database, in µs, if no other process has taken any since. */
  #leftNow(now: number): number {
    return this.#leftUs + Math.floor((now - this.#leftAt) * 1_000)
  }

  #forfeit(now: number): void {
    if (this.#held === 0 || now < this.#heldUntil) return
    this.#held = 0
    this.#block = Math.max(1, Math.floor(this.#block / 2))
  }

  async #takeForWaiting(limit: Limit): Promise<void> {
    this.#isTaking = true
    try {
      while (this.#waiting.length > 0) await this.#takeOnce(limit)
    } catch (error) {
      for (const answer of this.#waiting.splice(0)) answer(Promise.reject(error))
    } finally {
      this.#isTaking = false
    }
  }

  async #takeOnce(limit: Limit): Promise<void> {
    const asked = performance.now()
    const { length } = this.#waiting
    const blockMax = Math.max(1, Math.floor((limit.count * 1e5) / limit.windowUs))
    if (asked - this.#leftAt < leaseMs / 2) this.#block *= 2
    this.#block = Math.min(this.#block, blockMax)
    const wanted = Math.min(limit.burst, Math.max(length, this.#block))
    const { taken, left_us } = await this.#take(limit, wanted)
    const now = performance.now()
    this.#leftUs = left_us
    this.#leftAt = now
    this.#held += taken
    this.#heldUntil = asked + leaseMs
    for (const answer of this.#waiting.splice(0, this.#held)) {
      this.#held -= 1
      answer(true)
    }
    if (taken >= length) return
    const nextMs = untilNext(limit, left_us) / 1_000
    this.#closed = limit
    this.#closedUntil = now + Math.max(nextMs, pauseMs * (0.5 + this.#random()))
    for (const answer of this.#waiting.splice(0)) answer(false)
  }
}
