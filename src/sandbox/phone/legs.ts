import type { Leg } from './leg.ts'

/** How many legs are kept. Above it the oldest that have ended are forgotten. */
export const legsMax = 20_000

/** Every leg of the network, in the order they were placed. */
export class Legs {
  readonly #bySid = new Map<string, Leg>()

  add(leg: Leg): void {
    this.#bySid.set(leg.sid, leg)
    if (this.#bySid.size <= legsMax) return
    for (const old of this.#bySid.values()) {
      if (!old.over) continue
      this.#bySid.delete(old.sid)
      return
    }
  }

  /** The leg of that account, or null. */
  find(accountSid: string, sid: string): Leg | null {
    const leg = this.#bySid.get(sid)
    return leg !== undefined && leg.order.accountSid === accountSid ? leg : null
  }

  oldestFirst(): Leg[] {
    return [...this.#bySid.values()]
  }

  newestFirst(): Leg[] {
    return this.oldestFirst().toReversed()
  }
}
