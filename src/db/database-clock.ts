import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** The two clocks of a machine, in milliseconds: the time of day, which can be set, and one that only ever counts on. */
export interface MachineClocks {
  day: () => number
  steady: () => number
}

export interface DatabaseClock extends Clock {
  resync: () => Promise<void> | null
  [Symbol.asyncDispose]: () => Promise<void>
}

const machineClocks: MachineClocks = { day: () => Date.now(), steady: () => performance.now() }
/** How often the database is asked for the time. */
const compareEveryMs = 5_000
/** A slow answer does not say when it was made; a quicker one is waited for, but no longer than `staleMs`. */
const slowAnswerMs = 100
const staleMs = 60_000
/** What the two clocks of a machine may drift apart by between two comparisons. */
const driftMs = 500

/**
 * The database's clock, carried on in between by the machine's steady one: processes on several machines agree on the
 * time, and a machine whose time of day is set changes nothing. It is compared every five seconds.
 *
 * A machine that slept has two clocks that went different ways, and so has one whose time of day was set; which of the two
 * it was only the database can tell, so the clock is in resync until it has answered (docs/adr, "The database's clock").
 *
 * @throws where the database can't be asked the first time.
 */
export async function startDatabaseClock(
  db: Queryable,
  log: Log,
  { day, steady }: MachineClocks = machineClocks,
): Promise<DatabaseClock> {
  let last = await compare(db, { day, steady })
  let comparing: Promise<void> | null = null
  const compareAnew = (isUnreliable: boolean): Promise<void> => {
    comparing ??= compare(db, { day, steady })
      .then((next) => {
        const isUseful = next.tookMs <= slowAnswerMs || next.steady - last.steady > staleMs
        if (isUseful || isUnreliable || isApart()) last = next
      })
      .finally(() => (comparing = null))
    return comparing
  }
  const isApart = () => Math.abs(day() - last.day - (steady() - last.steady)) > driftMs
  const timer = setInterval(() => {
    compareAnew(false).catch((error: unknown) =>
      log.warn({ err: error }, 'the database’s clock was not read'),
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

/** One instant by three clocks, and how long it took to learn it. */
interface Comparison {
  database: number
  day: number
  steady: number
  tookMs: number
}

async function compare(db: Queryable, { day, steady }: MachineClocks): Promise<Comparison> {
  const asked = steady()
  const [row] = await db.query<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
  )
  const heard = steady()
  if (row === undefined) throw new Error('the database did not tell the time')
  // Behind by the way back rather than ahead by a guess: nothing goes before its time, and what ends has a margin.
  return { database: row.ms, day: day(), steady: heard, tookMs: heard - asked }
}
