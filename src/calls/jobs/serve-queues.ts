import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import type { DialContext } from '../call-context.ts'
import { nextQueueDue } from '../queue/queue-queries.ts'
import { dialDueAttempt, serveDueQueue } from '../queue/serve-queue.ts'
import { createCarrierConcurrency } from './carrier-concurrency.ts'

/** The most requests of one process at the same time to one carrier account, of one organization, and in all. */
const limits = { perCarrierMax: 100, perOrganizationMax: 300, inAllMax: 1_000 }
/** How often queues are checked without a notification: for instants that come due, and for lost notifications. */
const pauseMs = 200

/** The most queues of one process that are served at the same time. */
const queuesAtOnceMax = 3

/** Claims waiting calls, of up to three queues at a time, and dials them while the next queues are served. */
export function serveQueues(context: DialContext, wakeSignal: WakeSignal): Job {
  const concurrency = createCarrierConcurrency(limits)
  // Grows while all places find a due queue and there are more, as when the hours of many campaigns open: a place that
  // finds none costs a transaction.
  let queuesAtOnce = 1

  /** Serves a queue and starts the attempts that it admits; returns whether one was due, and whether more are. */
  async function serveOne(): Promise<{ wasDue: boolean; hasMore: boolean }> {
    let hasMore = false
    const due = await serveDueQueue(
      context,
      (account) => Math.floor(concurrency.free(account) / queuesAtOnce),
      () => (hasMore = true),
    )
    for (const one of due ?? [])
      concurrency.start(
        one.attempt,
        () => dialDueAttempt(context, one),
        (error) =>
          context.log.error(
            { err: error, attempt_id: one.attempt._id },
            'the outcome of an attempt could not be recorded',
          ),
      )
    return { wasDue: due !== null, hasMore }
  }

  return {
    name: 'serve queues',
    pauseMs,
    due: () => nextQueueDue,
    wakeSignal,
    run: async () => {
      const places = await Promise.allSettled(Array.from({ length: queuesAtOnce }, serveOne))
      const served = places.filter((place) => place.status === 'fulfilled' && place.value.wasDue).length
      const hasMore = places.some((place) => place.status === 'fulfilled' && place.value.hasMore)
      const grown = served === queuesAtOnce ? Math.min(queuesAtOnce + 1, queuesAtOnceMax) : served
      queuesAtOnce = hasMore ? grown : 1
      const failed = places.find((place) => place.status === 'rejected')
      if (failed) throw failed.reason
      return hasMore
    },
    finish: concurrency.idle,
  }
}
