import type { Log } from '../../base/log.ts'
import type { Job } from '../../jobs/repeat.ts'
import { pollCarrier } from '../reconcile/poll-carrier.ts'
import type { DialContext } from '../attempt/dial-attempt.ts'
import { claimAttemptsToPoll, updateAttemptPollAt } from '../reconcile/poll-queries.ts'
import { createRoomPerCarrier } from './room-per-carrier.ts'

/** Questions under way that one process has at one carrier account, and in all. */
const asksPerCarrierMost = 10
const asksMost = 50
/** How long this worker has for its questions before another may ask them. */
const claimMs = 30_000
/** When a question is looked at again whose carrier has as many as it gets. */
const crowdedMs = 2_000
const pauseMs = 250

/** Asks carriers about dials that they are silent about, several at once. */
export function pollStaleAttempts(context: DialContext & { log: Log }): Job {
  const { db, clock, log } = context
  const room = createRoomPerCarrier(asksPerCarrierMost, asksMost)
  return {
    name: 'poll stale attempts',
    pauseMs,
    run: async () => {
      const now = clock.now()
      const limit = room.leftInAll()
      if (limit <= 0) return false
      const attempts = await claimAttemptsToPoll(db, now, new Date(now.getTime() + claimMs), limit)
      for (const attempt of attempts) {
        if (room.left(attempt.voice_carrier_id) <= 0)
          await updateAttemptPollAt(db, attempt, new Date(now.getTime() + crowdedMs))
        else
          room.begin(
            attempt.voice_carrier_id,
            () => pollCarrier(context, attempt),
            (error) => log.error({ err: error, attempt_id: attempt._id }, 'asking the carrier failed'),
          )
      }
      return attempts.length === limit
    },
    finish: room.idle,
  }
}
