import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import {
  deleteOldSecrets,
  deletePastAttempts,
  deletePastDeliveries,
  deletePastResends,
  deleteRemovedEndpoints,
} from '../endpoints/delete-queries.ts'

/** How long resends are kept, as long as events with their deliveries. */
const keptMs = 30 * 24 * 3_600_000

/**
 * Deletes deliveries, attempts and resends after 30 days, what removed endpoints have left, and secrets that are past.
 */
export function deletePastWebhooks({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'delete past webhooks',
    pauseMs: 60_000,
    run: async () => {
      const now = clock.now()
      const before = new Date(now.getTime() - keptMs)
      const deleted =
        (await deletePastDeliveries(db, now)) +
        (await deletePastAttempts(db, now)) +
        (await deletePastResends(db, before)) +
        (await deleteRemovedEndpoints(db, now)) +
        (await deleteOldSecrets(db, now))
      return deleted > 0
    },
  }
}
