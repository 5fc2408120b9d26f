import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** The two clocks of a machine in milliseconds: the time of day, which can be set, and a monotonic clock. */
export interface MachineClocks {
  day: () => number
  steady: () => number
}

/** See `Clock` for `now` and `resync`. */
export interface DatabaseClock extends Clock {
  resync: () => Promise<void> | null
  [Symbol.asyncDispose]: () => Promise<void>
}

/** For what compares one of a machine's clocks with another. Everything else takes the time from a `Clock`. */
export const machineClocks: MachineClocks = { day: () => Date.now(), steady: () => performance.now() }
/** How often the clock is compared with the database's. */
const compareEveryMs = 5_000
/** A slower answer leaves it open when it was made. */
const slowAnswerMs = 100
/** How often the database is asked at the start and after a sleep, until an answer is fast. */
const triesMax = 3
/** How far the two clocks of the machine may drift apart between two comparisons. */
const driftMs = 500

/**
 * Starts a clock that follows the database's: it compares every five seconds and counts on with the machine's monotonic
 * clock in between. So processes on several machines agree on the time, and setting a machine's time of day has no
 * effect.
 *
 * The machine's two clocks diverge after the machine slept, and also after its time of day was set. Only the database
 * shows which of the two happened, so the clock is unreliable until it has been compared again (docs/adr, "The
 * database's clock").
 *
 * @throws when the first comparison fails.
 */
export async function startDatabaseClock(
  db: Queryable,
  log: Log,
  { day, steady }: MachineClocks = machineClocks,
): Promise<DatabaseClock> {
  let last = await fastest(db, { day, steady }, await compare(db, { day, steady }))
  let comparing: Promise<void> | null = null
  const compareAnew = (isUnreliable: boolean): Promise<void> => {
    comparing ??= compare(db, { day, steady })
      .then(async (next) => {
        const isBlind = isUnreliable || isApart()
        last = isBlind ? await fastest(db, { day, steady }, next) : carryOn(last, next)
      })
      .finally(() => (comparing = null))
    return comparing
  }
  const isApart = () => Math.abs(day() - last.day - (steady() - last.steady)) > driftMs
  const timer = setInterval(() => {
    compareAnew(false).catch((error: unknown) =>
      log.warn({ err: error }, 'the database’s clock could not be read; the next try is in 5 s'),
    )
  }, compareEveryMs)
  timer.unref()
  return {
    now: () => new Date(Math.round(last.database + steady() - last.steady)),
    resync: () => (isApart() ? compareAnew(true) : null),
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await comparing?.catch(() => undefined)
    },
  }
}

/** One instant on three clocks. The database's time was read at most `tookMs` before. */
interface Comparison {
  database: number
  day: number
  steady: number
  tookMs: number
}

/**
 * Returns the next comparison. Where its answer was slow, it has the database's time as carried on from the last one,
 * within the bounds that the answer sets.
 */
function carryOn(last: Comparison, next: Comparison): Comparison {
  if (next.tookMs <= slowAnswerMs) return next
  const carriedOn = last.database + next.steady - last.steady
  const [earliest, latest] = [next.database, next.database + next.tookMs]
  return { ...next, database: Math.min(Math.max(carriedOn, earliest), latest) }
}

/** Compares again until an answer is fast, at most `triesMax` times with the first one. Returns the fastest. */
async function fastest(db: Queryable, clocks: MachineClocks, first: Comparison): Promise<Comparison> {
  let best = first
  for (let tries = 1; tries < triesMax && best.tookMs > slowAnswerMs; tries++) {
    const next = await compare(db, clocks)
    if (next.tookMs < best.tookMs) best = next
  }
  return best
}

async function compare(db: Queryable, { day, steady }: MachineClocks): Promise<Comparison> {
  const sent = { day: day(), steady: steady() }
  const [row] = await db.query<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
  )
  const received = { day: day(), steady: steady() }
  if (row === undefined) throw new Error('the database returned no time')
  // The steady clock stands still where the machine sleeps before it reads the answer.
  const tookMs = Math.max(received.steady - sent.steady, received.day - sent.day)
  // The result is late by the answer's way back. Late is safe: nothing starts early, and whatever expires has a margin.
  return { database: row.ms, ...received, tookMs }
}
