import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../call-context.ts'
import { pollCarrier } from '../reconcile/poll-carrier.ts'
import { nextPollDue, claimAttemptsToPoll, updateAttemptPollAt } from '../reconcile/poll-queries.ts'
import { createCarrierConcurrency } from './carrier-concurrency.ts'

/** The most polls of one process at the same time at one carrier account, and in all. */
const perCarrierMax = 10
const inAllMax = 50
/** How long this worker has for a poll before another worker may make it. */
const claimMs = 30_000
/** The delay of a poll if this process already has the most polls at its carrier. */
const carrierFullMs = 2_000
const pauseMs = 250

/** Polls carriers about attempts that they have not reported on for a while, several at once. */
export function pollStaleAttempts(context: DialContext): Job {
  const { db, clock, log } = context
  const concurrency = createCarrierConcurrency(perCarrierMax, inAllMax)
  return {
    name: 'poll stale attempts',
    pauseMs,
    due: nextPollDue,
    run: async () => {
      const now = clock.now()
      const limit = concurrency.freeInAll()
      if (limit <= 0) return false
      const attempts = await claimAttemptsToPoll(db, now, new Date(now.getTime() + claimMs), limit)
      for (const attempt of attempts) {
        if (concurrency.free(attempt.voice_carrier_id) <= 0)
          await updateAttemptPollAt(db, attempt, new Date(now.getTime() + carrierFullMs))
        else
          concurrency.start(
            attempt.voice_carrier_id,
            () => pollCarrier(context, attempt),
            (error) => log.error({ err: error, attempt_id: attempt._id }, 'polling the carrier failed'),
          )
      }
      return attempts.length === limit
    },
    finish: concurrency.idle,
  }
}
