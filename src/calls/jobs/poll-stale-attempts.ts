import { Counts } from '../../base/counts.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { DialContext } from '../call-context.ts'
import type { Attempt } from '../queries.ts'
import { pollCarrier } from '../reconcile/poll-carrier.ts'
import { claimAttemptsToPoll, nextPollDue, postponePolls } from '../reconcile/poll-queries.ts'
import { createCarrierConcurrency } from './carrier-concurrency.ts'

/** The most polls of one process at the same time at one carrier account, of one organization, and in all. */
const limits = { perCarrierMax: 10, perOrganizationMax: 50, inAllMax: 200 }
/** How long this worker has for a poll before another worker may make it. */
const claimMs = 30_000
/**
 * The delay of polls for which this process has no place at their carrier or for their organization: of the first ten
 * of an account, longer by as much for each further ten.
 */
const fullMs = 250
const pauseMs = 250

/** Polls carriers about attempts that they have not reported on for a while, several at once. */
export function pollStaleAttempts(context: DialContext): Job {
  const { db, clock, log } = context
  const concurrency = createCarrierConcurrency(limits)
  return {
    name: 'poll stale attempts',
    pauseMs,
    due: nextPollDue,
    run: async () => {
      const now = clock.now()
      const limit = concurrency.freeInAll()
      if (limit <= 0) return false
      const attempts = await claimAttemptsToPoll(db, now, new Date(now.getTime() + claimMs), limit)
      const postponed: { attempt: Attempt; pollAt: Date }[] = []
      const waiting = new Counts()
      for (const attempt of attempts) {
        if (concurrency.free(attempt) <= 0) {
          const before = waiting.of(attempt.voice_carrier_id)
          waiting.add(attempt.voice_carrier_id, 1)
          const delayMs = fullMs * (1 + Math.floor(before / limits.perCarrierMax))
          postponed.push({ attempt, pollAt: new Date(now.getTime() + delayMs) })
        } else
          concurrency.start(
            attempt,
            () => pollCarrier(context, attempt),
            (error) => log.error({ err: error, attempt_id: attempt._id }, 'polling the carrier failed'),
          )
      }
      if (postponed.length > 0) await postponePolls(db, postponed)
      return attempts.length === limit
    },
    finish: concurrency.idle,
  }
}
