import { setTimeout as delay } from 'node:timers/promises'
import { isLockTimeout } from '../../db/lock-errors.ts'
import { TableBusy } from './hold-alone.ts'

/** How long the lock of a table is tried for: a transaction on the table may take minutes, as an import does. */
const freeMsMax = 180_000
/**
 * How long one try waits for the lock. Everybody else who writes the table waits behind it, so the first tries are
 * short. Where all are busy, a short one may never find the table free.
 */
const waitMs = { first: 50, later: 300 }
const firstTries = 20
/** A rest between two tries is so many times as long as a try, and longer after each. */
const restFactor = 4
const restMsMax = 10_000

/**
 * Runs what needs the lock of a table, again and again while the lock is not free. `run` does everything in one
 * transaction, which waits for no lock longer than its argument, in milliseconds.
 *
 * @throws {TableBusy} if the lock was not free for three minutes.
 */
export async function untilFree(
  table: string,
  run: (waitMs: number) => Promise<unknown>,
  busyMsMax = freeMsMax,
): Promise<void> {
  const until = performance.now() + busyMsMax
  for (let tries = 0; ; tries++) {
    const tryMs = tries < firstTries ? waitMs.first : waitMs.later
    try {
      await run(tryMs)
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (performance.now() >= until) throw new TableBusy(table, error)
      await delay(Math.min(tryMs * (restFactor + tries), restMsMax))
    }
  }
}
