import { sql } from '../../db/sql.ts'
import { dueWhileEventsWait, makeDeliveries } from '../../events/delivery-queries.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { dueWhileDeliveriesOpen, selectDueLines } from '../delivery/line-queries.ts'
import { SendSlots } from '../delivery/send-slots.ts'
import { Sender } from '../delivery/sender.ts'
import type { DeliverContext } from '../delivery/settle-and-claim.ts'

/** How often a worker looks for what is due. */
const pauseMs = 200
/** However often it is notified, it looks no more often than this. */
const pauseMsMin = 50
/** The most endpoints without a success in the last day that one look finds; as many that fail come on top. */
const unprovenMax = 32
/** How long requests under way may take when the process stops. */
const stopMs = 5_000

/** Makes deliveries of events and sends them to endpoints of webhooks. Any number of processes may do so. */
export function deliverWebhooks(context: DeliverContext, wakeSignal: WakeSignal): Job {
  const slots = new SendSlots()
  const sender = new Sender(context, slots)
  let lookedAt = -Infinity
  let isUsed = false

  return {
    name: 'deliver webhooks',
    pauseMs,
    wakeSignal,
    due: (now) => sql`coalesce(${dueWhileEventsWait(now)}, ${dueWhileDeliveriesOpen(now)})`,
    // Runs once more when all connections are free, to set the metric.
    isBusy: () => isUsed || Object.values(slots.used).some((used) => used > 0),
    run: async (signal) => {
      const restMs = lookedAt + pauseMsMin - performance.now()
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
      if (signal.aborted) return false
      lookedAt = performance.now()
      // Events come in bursts: look again at once.
      const hasMore = (await makeDeliveries(context.db)) > 0
      isUsed = Object.values(slots.used).some((used) => used > 0)
      for (const [pool, used] of Object.entries(slots.used))
        context.webhookMetrics.connections.set({ pool }, used)
      const inOrder = Math.max(0, slots.free(false))
      const failing = Math.min(unprovenMax, Math.max(0, slots.free(true)))
      if (inOrder === 0 && failing === 0) return hasMore
      const room = { proven: inOrder, unproven: Math.min(unprovenMax, inOrder), failing }
      sender.add(await selectDueLines(context.db, context.clock.now(), sender.full, room))
      return hasMore
    },
    finish: () => sender.finish(stopMs),
  }
}
