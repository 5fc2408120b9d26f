import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deletePastEvents } from '../inbound/event-queries.ts'
import { deletePastRateLimits } from '../send/rate-limit-queries.ts'

/** The provider repeats a webhook for a week at most. */
const eventsKeptMs = 30 * 24 * 3_600_000

/** Removes what says nothing any more. */
export function purgeOldEvents({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'tidy whatsapp',
    pauseMs: 60_000,
    run: async () => {
      const events = await deletePastEvents(db, new Date(clock.now().getTime() - eventsKeptMs))
      const paces = await db.transaction(deletePastRateLimits)
      return events + paces > 0
    },
  }
}
