import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { dueWhileDaysUnsealed, sealCallers } from '../seal-callers.ts'

/** Summarizes who called on each past day, so that callers are counted without reading every conversation. */
export function sealCallersJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'seal callers of past days',
    pauseMs: 60_000,
    due: dueWhileDaysUnsealed,
    run: () => sealCallers(db, clock.now()),
  }
}
