import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deleteOldEvents } from '../inbound/event-queries.ts'
import { deleteOldRateLimits } from '../send/rate-limit-queries.ts'

/** Meta repeats a webhook for a week at most. */
const eventsKeptMs = 30 * 24 * 3_600_000

/** Deletes processed webhook events and past rate limits. */
export function purgeOldEvents({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'purge old events',
    pauseMs: 60_000,
    run: async () => {
      const events = await deleteOldEvents(db, new Date(clock.now().getTime() - eventsKeptMs))
      const rateLimits = await db.transaction(deleteOldRateLimits)
      return events + rateLimits > 0
    },
  }
}
