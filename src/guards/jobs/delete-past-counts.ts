import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deletePastCounts } from '../limits/day-queries.ts'
import { deletePastRefusals } from '../refusals/refusal-queries.ts'

/** Forgets counts of dials that no guard reads any more, and what guards refused long ago. */
export function deletePastDialCounts({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'delete past counts of dials',
    pauseMs: 60_000,
    run: async () => {
      const now = clock.now()
      const [hasCounts, hasRefusals] = [await deletePastCounts(db, now), await deletePastRefusals(db, now)]
      return hasCounts || hasRefusals
    },
  }
}
