import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import { parseFilters } from '../../filters/parse.ts'
import { filterToSql } from '../../filters/to-sql.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { Job } from '../../jobs/repeat.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { publishDeliveries } from '../publish-deliveries.ts'
import { deliveryFields } from '../resend/delivery-fields.ts'
import { resendMax, updateDeliveriesResent } from '../resend/delivery-queries.ts'
import { dueWhileResending, heldFilters, lockOpenResend, updateResend } from '../resend/resend-queries.ts'

/** Deliveries of one transaction. */
const batchMax = 1_000

/**
 * Queues deliveries that somebody asked to have sent again, 1,000 at a time. The cursor moves in the same transaction,
 * so another process goes on where one has died.
 */
export function resendDeliveries(
  context: { db: Db; clock: Clock; webhookSignal: WakeSignal } & ConfigHints,
): Job {
  const { db, clock, webhookSignal } = context
  return {
    name: 'resend deliveries',
    pauseMs: 1_000,
    due: dueWhileResending,
    run: async () => {
      const worked = await db.transaction(async (transaction) => {
        const resend = await lockOpenResend(transaction)
        if (resend === null) return null
        const now = clock.now()
        // The times of events may be of clocks that are ahead. What was held is bounded by its number: nothing more is
        // held once the endpoint is enabled.
        const isOfHeld = resend.filters === heldFilters
        const madeUntil = isOfHeld ? null : resend.created_at
        const most = Math.min(
          batchMax,
          (isOfHeld ? resend.deliveries_count : resendMax) - resend.queued_count,
        )
        const where = filterToSql(parseFilters(resend.filters ?? undefined, deliveryFields), deliveryFields)
        const range = { where, afterEventId: resend.after_event_id, madeUntil, most }
        const { last, seen, queued } = await updateDeliveriesResent(transaction, resend, range, now)
        const isLast = seen < batchMax
        await updateResend(transaction, resend, {
          queuedCount: resend.queued_count + queued,
          afterEventId: last ?? resend.after_event_id,
          finishedAt: isLast ? now : null,
        })
        return resend
      })
      if (worked === null) return false
      webhookSignal.notify()
      publishDeliveries(context, worked)
      return true
    },
  }
}
