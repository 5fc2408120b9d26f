import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { judgeDatabase, lookAtDatabase } from './database-identity.ts'
import type { DatabaseHold, SeenLog } from './database-identity.ts'
import type { Db } from './database.ts'

/**
 * Whether the database is held, as this process knows it: at most `watchMs` late, so only for what has a later check.
 */
export interface HoldState {
  /** Null: it is in service. */
  readonly hold: DatabaseHold | null
  /** Aborts when a hold begins. Another signal after each release. */
  readonly beginning: AbortSignal
  /** Resolves once there is no hold, or when the signal aborts. */
  untilReleased(signal: AbortSignal): Promise<void>
  /** How often this process has seen a new primary of its database, which may be the former one after a crash. */
  readonly failovers: number
}

/** The state of a process that watches nothing. What leaves is still checked in the database. */
export const unwatched: HoldState = {
  hold: null,
  beginning: new AbortController().signal,
  untilReleased: async () => {},
  failovers: 0,
}

/** How late a process notices a hold or a release. */
const watchMs = 2_000

export interface HoldWatch extends HoldState, AsyncDisposable {
  /** Called at each change. Set it to show the change. */
  onChange: () => void
}

export interface HoldWatchOptions {
  log: Log
  /** Where this process reaches the database (`database-address.ts`). */
  address: string
  /** Returns whether other processes run on this database. */
  isInService: () => Promise<boolean>
}

/**
 * Judges the database, then watches until disposed whether it is held. While the database is away, the last answer
 * counts.
 */
export async function startHoldWatch(
  db: Db,
  { log, address, isInService }: HoldWatchOptions,
): Promise<HoldWatch> {
  const stop = new AbortController()
  let hold: DatabaseHold | null = null
  let seen: SeenLog | null = null
  let failovers = 0
  let beginning = new AbortController()
  let released = Promise.withResolvers<void>()
  released.resolve()
  const note = (found: DatabaseHold | null): void => {
    const before = hold
    hold = found
    if ((before === null) === (found === null)) return
    if (found === null) {
      beginning = new AbortController()
      released.resolve()
      log.warn('the database is released: dialing and sending go on')
    } else {
      released = Promise.withResolvers()
      beginning.abort()
      log.warn(
        { cause: found.cause },
        'the database is held: nothing is dialed or sent until `switchboard hold release`',
      )
    }
    watch.onChange()
  }
  const judge = async () => note(await judgeDatabase(db, address, isInService, seen))
  const look = async (): Promise<void> => {
    const found = await lookAtDatabase(db)
    // One that is not recorded may be a failover, which the judgment records as no hold.
    if (found.hold !== null && found.hold.since === null) return judge()
    note(found.hold)
    if (found.seen === null) return
    // Each primary after a failover writes a timeline of its own.
    if (seen !== null && found.seen.timeline > seen.timeline) failovers++
    seen = found.seen
  }
  let watching = Promise.resolve()
  const watch: HoldWatch = {
    onChange: () => {},
    get hold() {
      return hold
    },
    get failovers() {
      return failovers
    },
    get beginning() {
      return beginning.signal
    },
    untilReleased: (signal) => orAborted(released.promise, signal),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await watching
    },
  }
  await judge()
  watching = (async () => {
    for (;;) {
      await delay(watchMs, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      if (stop.signal.aborted) return
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'the identity of the database was not read'),
      )
    }
  })()
  return watch
}

/** Resolves with the promise, or when the signal aborts. */
async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>()
  const abort = () => aborted.resolve()
  signal.addEventListener('abort', abort, { once: true })
  if (!signal.aborted) await Promise.race([promise, aborted.promise])
  signal.removeEventListener('abort', abort)
}
