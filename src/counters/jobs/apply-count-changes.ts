import { applyRowCountChanges } from '../row-counts.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { applyChatCountChanges, applyCountChanges, vacuumCountChanges } from '../bucket-counts.ts'

/** Fewer are left for the next pass: each costs a write, and readers add up what is left. */
const worthwhile = 1_000
/** Taken before their places are given to others: at few, PostgreSQL's own vacuum is soon enough. */
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
