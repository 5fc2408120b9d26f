import type { Leg } from './leg.ts'

/** The most legs that are kept. Above it, the oldest ended ones are dropped. */
export const legsMax = 20_000

/** The legs of the network in the order in which they were placed. */
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

  /** Returns the leg of an account, or null. */
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
