import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deletePastEvents } from '../queries.ts'

/** Deletes events after 30 days, with what was delivered of them. */
export function deletePastEventsJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'delete past events',
    pauseMs: 60_000,
    run: async () => (await deletePastEvents(db, clock.now())) > 0,
  }
}
