import { applyRowCountChanges } from '../row-counts.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { applyChatCountChanges, applyCountChanges, vacuumCountChanges } from '../bucket-counts.ts'

/**
 * With fewer changes left than this, they wait for the next run: each run costs a write, and readers add up what is
 * left.
 */
const worthwhile = 1_000
/** After this many changes the job vacuums the tables; for fewer, PostgreSQL's autovacuum is soon enough. */
const takenMost = 20_000

/** Keeps what readers have to add up, and walk over, small. */
export function applyCountChangesJob({ db }: { db: Db }): Job {
  let takenSince = 0
  return {
    name: 'take in count changes',
    pauseMs: 2_000,
    run: async () => {
      const taken = await Promise.all([
        applyCountChanges(db),
        applyChatCountChanges(db),
        applyRowCountChanges(db),
      ])
      takenSince += taken.reduce((sum, each) => sum + each, 0)
      if (takenSince >= takenMost) {
        takenSince = 0
        await vacuumCountChanges(db)
      }
      return Math.max(...taken) >= worthwhile
    },
  }
}
