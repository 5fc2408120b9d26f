import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { dueWhileChangesWait } from '../bucket-counts.ts'
import { applyChatCountChanges, applyCountChanges, vacuumCountChanges } from '../bucket-counts.ts'
import { applyRowCountChanges } from '../row-counts.ts'

/**
 * With fewer changes left than this, they wait for the next run: each run costs a write, and readers add up what is
 * left.
 */
const changesMin = 1_000
/** After this many changes the job vacuums the tables; for fewer, PostgreSQL's autovacuum is soon enough. */
const vacuumAfter = 20_000

/** Applies count changes to the counters, so that readers have few of them to add up. */
export function applyCountChangesJob({ db }: { db: Db }): Job {
  let appliedSinceVacuum = 0
  return {
    name: 'apply count changes',
    pauseMs: 2_000,
    due: dueWhileChangesWait,
    run: async () => {
      const applied = await Promise.all([
        applyCountChanges(db),
        applyChatCountChanges(db),
        applyRowCountChanges(db),
      ])
      appliedSinceVacuum += applied.reduce((sum, each) => sum + each, 0)
      if (appliedSinceVacuum >= vacuumAfter) {
        appliedSinceVacuum = 0
        await vacuumCountChanges(db)
      }
      return Math.max(...applied) >= changesMin
    },
  }
}
