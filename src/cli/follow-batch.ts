import { setTimeout as sleep } from 'node:timers/promises'
import { readBatch } from '../calls/batches/show-batch.ts'
import { readIsHeld, readLastWorker } from '../calls/view/under-way.ts'
import type { Db } from '../db/database.ts'

const followEveryMs = 500
/** How often it is asked whether a worker queues the rows. */
const lookEveryMs = 10_000

/**
 * Waits until the rows of a batch are calls, or it stops before.
 *
 * @param show gets how many are calls by now, each time it asks.
 * @param onWait gets why nothing goes on, once for each reason.
 */
export async function followBatch(
  db: Db,
  key: Parameters<typeof readBatch>[1],
  show: (queued: number, accepted: number) => void,
  onWait: (reason: string) => void,
  lookMs = lookEveryMs,
): Promise<void> {
  const reported = new Set<string>()
  for (let lookedAt = performance.now(); ;) {
    // oxlint-disable-next-line no-await-in-loop -- it is asked again until it is done
    const { state, queued_count, accepted_count } = await readBatch({ db }, key)
    show(queued_count, accepted_count)
    if (state !== 'queueing') return
    if (performance.now() - lookedAt >= lookMs) {
      lookedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- as above
      const reason = await whyIdle(db)
      if (reason !== null && !reported.has(reason)) onWait(reason)
      if (reason !== null) reported.add(reason)
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await sleep(followEveryMs)
  }
}

/** Returns why nobody queues the rows; null if a worker does. */
async function whyIdle(db: Db): Promise<string | null> {
  if (await readIsHeld(db))
    return 'the service is held, so no row becomes a call until switchboard hold release'
  return (await readLastWorker(db))?.is_alive === true
    ? null
    : 'no worker runs, so no row becomes a call: start switchboard serve, or switchboard worker'
}
