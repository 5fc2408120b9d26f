import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../database.ts'
import { chooseReplica, keepSample, lagMs, requiredWithin } from './choose-replica.ts'
import type { Sample } from './choose-replica.ts'
import { parsePosition } from './position.ts'
import type { Position } from './position.ts'
import type { FallbackReason, ReplicaMetrics } from './replica-metrics.ts'
import { noteTimeline, selectPrimaryStanding } from './replica-queries.ts'
import { Replica } from './replica.ts'

/** How often the primary and the replicas are asked how far they are. */
const lookEveryMs = 250
/** A replica that is away is asked again after pauses that double up to this. */
const awayPauseMsMax = 5_000
/** How long a list waits for a replica to catch up with what its caller has written. */
const waitMsMax = 25
/** A replica that lacks more than this is not waited for. */
const waitedLagMsMax = 1_000
const waitPauseMs = 2
const endMs = 1_000

/** How a replica is, as this process knows it. */
export interface ReplicaStanding {
  name: string
  /** Null: unknown, or more than a minute. */
  lag_seconds: number | null
  is_used: boolean
  /** Why it is not used; null: it is. */
  fault: string | null
}

export interface ReplicaWatchOptions {
  db: Db
  metrics: ReplicaMetrics
  /** Addresses of replicas. */
  addresses: readonly string[]
  /** How old lists may be. */
  lagMaxMs: number
}

/** Keeps asking the primary and its replicas how far they are, until it is disposed of. */
export class ReplicaWatch implements AsyncDisposable {
  readonly #db: Db
  readonly #metrics: ReplicaMetrics
  readonly #lagMaxMs: number
  readonly #replicas: readonly Replica[]
  readonly #stop = new AbortController()
  readonly #watching: Promise<unknown>
  #samples: readonly Sample[] = []
  /** The database that replicas must have; null: the primary has not answered yet. */
  #database: string | null = null

  constructor({ db, metrics, addresses, lagMaxMs }: ReplicaWatchOptions) {
    this.#db = db
    this.#metrics = metrics
    this.#lagMaxMs = lagMaxMs
    this.#replicas = addresses.map((address) => new Replica(address))
    this.#watching = Promise.all([
      this.#watchPrimary(),
      ...this.#replicas.map((replica) => this.#watchReplica(replica)),
    ])
  }

  async #watchPrimary(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      // Without samples nothing is read from replicas, and reads of the primary say that it is away.
      await this.#askPrimary().catch(() => {})
      for (const { name: replica, lag_seconds, is_used } of this.standings()) {
        this.#metrics.lag.set({ replica }, lag_seconds ?? Infinity)
        this.#metrics.used.set({ replica }, is_used ? 1 : 0)
      }
      await this.#pause(lookEveryMs)
    }
  }

  async #askPrimary(): Promise<void> {
    const answered = this.#replicas.map((replica) => replica.answered)
    const at = performance.now()
    const standing = await selectPrimaryStanding(this.#db)
    const position = parsePosition(standing.position)
    this.#database = standing.database
    this.#samples = keepSample(this.#samples, { at, position })
    this.#replicas.forEach((replica, index) => replica.compare(answered[index] ?? null, position))
    if (standing.noted !== position.timeline) await noteTimeline(this.#db, position.timeline)
  }

  async #watchReplica(replica: Replica): Promise<void> {
    let pauseMs = lookEveryMs
    while (!this.#stop.signal.aborted) {
      if (this.#database !== null) await replica.look(this.#database)
      const isAway = this.#database !== null && replica.fault !== null
      pauseMs = isAway ? Math.min(pauseMs * 2, awayPauseMsMax) : lookEveryMs
      await this.#pause(pauseMs)
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }

  #lagMs({ replayed }: Replica, now: number): number | null {
    return replayed === null ? null : lagMs(this.#samples, replayed, now)
  }

  standings(): ReplicaStanding[] {
    const now = performance.now()
    return this.#replicas.map((replica) => {
      const lag = this.#lagMs(replica, now)
      const isLate = lag === null || lag > this.#lagMaxMs
      const fault = replica.fault ?? (isLate ? `it is more than ${this.#lagMaxMs / 1_000} s behind` : null)
      const lag_seconds = lag === null ? null : Math.round(lag) / 1_000
      return { name: replica.name, lag_seconds, is_used: fault === null, fault }
    })
  }

  /** Returns what a list needs at the moment that need not be exact; null: nobody knows. */
  requiredNow(): Position | null {
    return requiredWithin(this.#samples, this.#lagMaxMs, performance.now())
  }

  /**
   * Returns a replica that has what a list needs, once one of them has it; or why there is none.
   *
   * @param mustSee null: the lag is enough.
   */
  async choose(mustSee: Position | null): Promise<Replica | FallbackReason> {
    const required = mustSee ?? this.requiredNow()
    if (required === null || this.#replicas.every(({ replayed }) => replayed === null)) return 'away'
    const chosen = chooseReplica(this.#replicas, required)
    if (chosen !== null || mustSee === null) return chosen ?? 'behind'
    return (await this.#waitFor(required)) ?? 'behind'
  }

  async #waitFor(required: Position): Promise<Replica | null> {
    const deadline = performance.now() + waitMsMax
    for (let now = performance.now(); now < deadline; now = performance.now()) {
      const near = this.#replicas.filter(
        (replica) => (this.#lagMs(replica, now) ?? Infinity) < waitedLagMsMax,
      )
      if (near.length === 0) return null
      const looks = near.map((replica) => replica.look(this.#database ?? ''))
      await Promise.race([...looks, delay(deadline - now)])
      const chosen = chooseReplica(this.#replicas, required)
      if (chosen !== null) return chosen
      await delay(waitPauseMs)
    }
    return null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#replicas.map((replica) => replica.end(endMs)))
    await this.#watching
  }
}
