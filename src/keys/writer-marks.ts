import { replicaLagSecondsMax } from '../base/config.ts'
import { machineClocks } from '../db/database-clock.ts'
import type { MachineClocks } from '../db/database-clock.ts'
import type { Queryable } from '../db/queryable.ts'
import { updateKeyWrote } from './queries.ts'
import type { KeyHolder } from './queries.ts'

/** How long a mark lasts at least after the statement that makes or finds it. */
const keptSeconds = 60
/** How much of it must be left when a request begins. */
const leftAtBeginMs = 45_000
/** How much must be left when it is answered: the largest lag, and as much again for clocks that are set or differ. */
const leftAtAnswerMs = 2 * replicaLagSecondsMax * 1_000
/** The most keys that are remembered; with more, some are marked more often. */
const keysMax = 10_000

type Key = Pick<KeyHolder, 'organization_id' | '_id'>

/**
 * Marks in the database which keys write, so that in every process their lists show what they have written.
 *
 * A key is marked before its request does anything, and the mark outlasts the answer by more than any lag. So the
 * look-up of the key's next request finds the mark, or the write is older than the lag that all lists keep. It takes
 * a statement every 15 s for a key that writes all the time.
 */
export class WriterMarks {
  readonly #db: Queryable
  readonly #clocks: MachineClocks
  /** Until when the mark of a key lasts at least. */
  readonly #until = new Map<string, Deadline>()
  readonly #marking = new Map<string, Promise<void>>()

  constructor(db: Queryable, clocks: MachineClocks = machineClocks) {
    this.#db = db
    this.#clocks = clocks
  }

  /** Marks the key of a request that may write. Rejects where the database can't be asked. */
  async begin(key: Key): Promise<void> {
    await this.#ensure(key, leftAtBeginMs)
  }

  /** Prolongs the mark for a request that took long, before it is answered. */
  async answer(key: Key): Promise<void> {
    await this.#ensure(key, leftAtAnswerMs)
  }

  async #ensure(key: Key, leftMs: number): Promise<void> {
    const until = this.#until.get(key._id)
    if (until !== undefined && this.#leftOf(until) >= leftMs) return
    const marking = this.#marking.get(key._id) ?? this.#mark(key)
    this.#marking.set(key._id, marking)
    await marking
  }

  async #mark(key: Key): Promise<void> {
    const until = this.#deadlineIn(keptSeconds * 1_000)
    try {
      await updateKeyWrote(this.#db, key, keptSeconds)
      if (this.#until.size >= keysMax) this.#until.clear()
      this.#until.set(key._id, until)
    } finally {
      this.#marking.delete(key._id)
    }
  }

  #deadlineIn(ms: number): Deadline {
    return { steady: this.#clocks.steady() + ms, day: this.#clocks.day() + ms }
  }

  #leftOf({ steady, day }: Deadline): number {
    return Math.min(steady - this.#clocks.steady(), day - this.#clocks.day())
  }
}

/**
 * A deadline by both clocks, in milliseconds: one stands still while a machine is suspended, the other may be set back.
 */
interface Deadline {
  steady: number
  day: number
}
