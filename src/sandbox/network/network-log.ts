import { closeSync, openSync, writeSync } from 'node:fs'
import type { Clock } from '../../base/clock.ts'

/** The most entries in memory. The file, if there is one, keeps all. */
export const entriesInMemoryMax = 100_000

/** An entry of a network's log. `n` counts from 1 without gaps; `at` is ISO 8601 in UTC with milliseconds. */
export type LogEntryOf<Facts extends object> = { n: number; at: string } & Facts

/**
 * An append-only log of all that a network receives and does. Entries are written to the file synchronously, so that a
 * killed process loses none that it has acted upon.
 */
export class NetworkLog<Facts extends object> {
  readonly #clock: Clock
  readonly #entries: LogEntryOf<Facts>[] = []
  #file: number | null
  #count = 0

  /** @param file the NDJSON file to append to, created if absent; null keeps the log in memory only */
  constructor(clock: Clock, file: string | null) {
    this.#clock = clock
    this.#file = file === null ? null : openSync(file, 'a', 0o600)
  }

  append(facts: Facts): void {
    const entry: LogEntryOf<Facts> = { n: ++this.#count, at: this.#clock.now().toISOString(), ...facts }
    this.#entries.push(entry)
    // Trimmed in blocks: removing the first element for every new entry would copy the whole array each time.
    if (this.#entries.length >= entriesInMemoryMax * 1.25) {
      this.#entries.splice(0, this.#entries.length - entriesInMemoryMax)
    }
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** Returns the entries with numbers above `n` that are still in memory, oldest first, at most `limit`. */
  after(n: number, limit: number = entriesInMemoryMax): readonly LogEntryOf<Facts>[] {
    const oldest = this.#count - Math.min(this.#entries.length, entriesInMemoryMax)
    const skipped = this.#entries.length - (this.#count - Math.max(n, oldest))
    return skipped >= this.#entries.length ? [] : this.#entries.slice(skipped, skipped + limit)
  }

  /** Closes the file. Later entries stay in memory. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }
}
