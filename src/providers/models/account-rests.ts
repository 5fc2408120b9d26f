import type { ModelOutcome } from './model-client.ts'

const faultsMax = 5
const faultsWithinMs = 30_000
const restMs = 30_000
/** Accounts that had a fault lately. The oldest is forgotten above this. */
const accountsMax = 10_000

/**
 * Leaves an account alone for 30 s after 5 faults within 30 s, so that a provider's outage costs no caller a wait for
 * it. Holds for one process.
 */
export class AccountRests {
  /** The times of the latest faults by account, oldest first. */
  readonly #faults = new Map<string, number[]>()
  readonly #now: () => number

  /** @param now returns milliseconds that never go back; `performance.now` if absent */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns how long the account is still left alone, in milliseconds; 0 if it may be asked. */
  restMsOf(accountId: string): number {
    const faults = this.#faults.get(accountId) ?? []
    const isResting = faults.length === faultsMax && faults.at(-1)! - faults[0]! < faultsWithinMs
    return isResting ? Math.max(0, faults.at(-1)! + restMs - this.#now()) : 0
  }

  /** Counts the fault that an outcome shows, if it shows one of the provider or of the way to it. */
  note(accountId: string, { kind }: ModelOutcome): void {
    if (kind === 'finished') this.#faults.delete(accountId)
    if (kind !== 'busy' && kind !== 'silent' && kind !== 'broken') return
    const faults = [...(this.#faults.get(accountId) ?? []), this.#now()].slice(-faultsMax)
    this.#faults.delete(accountId)
    this.#faults.set(accountId, faults)
    const [oldest] = this.#faults.keys()
    if (this.#faults.size > accountsMax && oldest !== undefined) this.#faults.delete(oldest)
  }
}
