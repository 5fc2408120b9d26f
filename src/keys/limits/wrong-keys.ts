import { networkOf } from '../../base/network-of.ts'
import { requestsIn, takeRequests, untilNext } from './gcra.ts'
import type { Limit } from './gcra.ts'
import type { LimitStanding } from './limit-headers.ts'

/** Wrong keys that an address may send, of IPv6 a network of 64 bits: 20 a minute. */
const wrongKeyLimit: Limit = { count: 20, windowUs: 60_000_000, burst: 20 }

/** The most addresses that are remembered. Beyond it, the address whose last wrong key is oldest is forgotten. */
const addressesMax = 10_000

/** Counts wrong keys by address, in this process alone. */
export class WrongKeys {
  /** By address, those whose last wrong key is oldest first. */
  readonly #arrivals = new Map<string, number>()

  /** Counts a wrong key from an address. Returns whether it is within the limit, and how the limit stands. */
  count(address: string): LimitStanding & { isAdmitted: boolean } {
    const network = networkOf(address)
    const nowUs = Math.floor(performance.now() * 1_000)
    const arrivalUs = this.#arrivals.get(network)
    const state = arrivalUs === undefined ? null : { arrivalUs }
    const after = takeRequests(wrongKeyLimit, state, nowUs, 1)
    this.#arrivals.delete(network)
    this.#forget(nowUs)
    this.#arrivals.set(network, after.arrivalUs)
    const leftUs = nowUs - after.arrivalUs
    return {
      isAdmitted: after.taken === 1,
      name: 'wrong-keys',
      limit: wrongKeyLimit,
      remaining: requestsIn(wrongKeyLimit, leftUs),
      retryMs: untilNext(wrongKeyLimit, leftUs) / 1_000,
    }
  }

  /** Forgets addresses that have their whole limit again, and the oldest ones beyond the bound. */
  #forget(nowUs: number): void {
    for (const [network, arrivalUs] of this.#arrivals) {
      const isWhole = requestsIn(wrongKeyLimit, nowUs - arrivalUs) === wrongKeyLimit.burst
      if (!isWhole && this.#arrivals.size < addressesMax) return
      this.#arrivals.delete(network)
    }
  }
}
