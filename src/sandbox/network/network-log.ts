import { closeSync, openSync, writeSync } from 'node:fs'
import type { Clock } from '../../base/clock.ts'
import type { FieldsByName } from './form.ts'
import type { LegAddresses } from '../phone/leg.ts'

/** How many entries stay in memory; the file, when there is one, keeps all. */
export const entriesInMemoryMax = 100_000

/** Why the network sent a request of its own. */
export type CallbackPurpose = 'status' | 'instructions' | 'machine_detection'

/** What happened to a leg. `placed` is the moment from which the call exists; `dialled` the moment it left the queue. */
export type LegEvent = 'placed' | 'dialled' | 'ringing' | 'answered' | 'machine_detected' | 'ended'

/** What one entry tells, by kind. Times are in `LogEntry.at`. Tokens and passwords never appear. */
export type LogFacts =
  /** A request arrived. `path` is without the query; `params` holds query and form fields together. */
  | { kind: 'request'; request_id: number; method: string; path: string; params: FieldsByName }
  /**
   * The request was answered. `status` is that of the answer as it was composed; `delivery` says what became of it:
   * sent whole, on purpose only in part or slowly, or not at all.
   */
  | {
      kind: 'answer'
      request_id: number
      status: number
      delivery: 'whole' | 'partial' | 'none'
      call_sid: string | null
      code: number | null
      fault: string | null
    }
  /** A connection was reset on purpose before its request was complete. */
  | { kind: 'connection_cut'; received_bytes: number }
  /** The network sent a request. */
  | {
      kind: 'callback'
      callback_id: number
      call_sid: string
      purpose: CallbackPurpose
      method: 'GET' | 'POST'
      url: string
      params: FieldsByName
      /** 1, or 2 for the one retry after a failure to connect. */
      attempt: number
      forged: boolean
    }
  /** That request was answered (`status`), or was not (`failure`: the stage and the system's code). */
  | {
      kind: 'callback_answer'
      callback_id: number
      call_sid: string
      status: number | null
      failure: string | null
      duration_ms: number
    }
  /** A leg moved. `status` is the call's status after it. */
  | ({
      kind: 'leg'
      event: LegEvent
      call_sid: string
      account_sid: string
      parent_call_sid: string | null
      from: string
      to: string
      status: string
      ended_by: string | null
      answered_by: string | null
    } & LegAddresses)
  /** A verb of the instructions was carried out; `detail` is its text, length, digits or address. */
  | { kind: 'step'; call_sid: string; verb: string; detail: string }
  /** What the person at the other end did. */
  | { kind: 'person'; call_sid: string; did: string }
  /** An error or warning as Twilio's debugger would show it, with Twilio's code. */
  | { kind: 'notice'; call_sid: string; code: number; message: string }

/** One line of a network's log. `n` counts from 1 without gaps; `at` is ISO 8601 in UTC with milliseconds. */
export type LogEntryOf<Facts extends object> = { n: number; at: string } & Facts
/** One line of the phone network's log. */
export type LogEntry = LogEntryOf<LogFacts>

/**
 * The observer: an append-only record of everything that reached this network and that it did. Lines go to the file
 * synchronously, so that a killed process loses none that it acted upon.
 */
export class NetworkLog<Facts extends object = LogFacts> {
  readonly #clock: Clock
  readonly #entries: LogEntryOf<Facts>[] = []
  #file: number | null
  #count = 0

  /** @param file NDJSON file to append to, made when absent; null keeps the log in memory only */
  constructor(clock: Clock, file: string | null) {
    this.#clock = clock
    this.#file = file === null ? null : openSync(file, 'a', 0o600)
  }

  append(facts: Facts): void {
    const entry: LogEntryOf<Facts> = { n: ++this.#count, at: this.#clock.now().toISOString(), ...facts }
    this.#entries.push(entry)
    // Trimmed in blocks: dropping one from the front for every line would copy the whole array each time.
    if (this.#entries.length >= entriesInMemoryMax * 1.25) {
      this.#entries.splice(0, this.#entries.length - entriesInMemoryMax)
    }
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** The entries numbered above `n`, oldest first, at most `limit` of them and only those still in memory. */
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
