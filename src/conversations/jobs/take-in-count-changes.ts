import { takeInRowChanges } from '../../counts/row-counts.ts'
import type { Db } from '../../db/database.ts'
import type { Duty } from '../../jobs/repeat.ts'
import { takeInChatChanges, takeInCountChanges } from '../count-queries.ts'

/** Fewer are left for the next pass: each costs a write, and readers add up what is left. */
const worthwhile = 1_000

/** Keeps what readers have to add up small. */
export function keepCountersUpToDate({ db }: { db: Db }): Duty {
  return {
    name: 'take in count changes',
    pauseMs: 2_000,
    run: async () => {
      const taken = await Promise.all([takeInCountChanges(db), takeInChatChanges(db), takeInRowChanges(db)])
      return Math.max(...taken) >= worthwhile
    },
  }
}
