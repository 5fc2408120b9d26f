import { nextQueueDue } from '../queue/queue-queries.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import type { DialContext } from '../call-context.ts'
import { dialDueAttempt, serveDueQueue } from '../queue/serve-queue.ts'
import { createCarrierConcurrency } from './carrier-concurrency.ts'

/** The most requests of one process at the same time to one carrier account, and in all. */
const perCarrierMax = 100
const inAllMax = 1_000
/** How often queues are checked without a notification: for instants that come due, and for lost notifications. */
const pauseMs = 200

/** Claims waiting calls, one queue after the other, and dials them while the next queues are served. */
export function serveQueues(context: DialContext, wakeSignal: WakeSignal): Job {
  const concurrency = createCarrierConcurrency(perCarrierMax, inAllMax)
  return {
    name: 'serve queues',
    pauseMs,
    due: () => nextQueueDue,
    wakeSignal,
    run: async () => {
      const due = await serveDueQueue(context, concurrency.free)
      for (const one of due ?? [])
        concurrency.start(
          one.attempt.voice_carrier_id,
          () => dialDueAttempt(context, one),
          (error) =>
            context.log.error(
              { err: error, attempt_id: one.attempt._id },
              'the outcome of an attempt could not be recorded',
            ),
        )
      return due !== null
    },
    finish: concurrency.idle,
  }
}
