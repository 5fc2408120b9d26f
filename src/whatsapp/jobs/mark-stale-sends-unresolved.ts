import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import type { RowContext } from '../../jobs/row-by-row.ts'
import type { SendContext } from '../send/send-context.ts'
import { nextLeaseOver } from '../send/send-queries.ts'
import { lockMessage, selectStaleSends } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'

/**
 * Finds messages whose process died during the request to the provider, and marks them as unresolved: it is unknown
 * whether they were sent. They keep their reservation and are never sent again (Rule 26). A webhook or an operator
 * settles them.
 */
export function markStaleSendsUnresolved(context: Omit<SendContext, 'secretBox'> & RowContext): Job {
  const { db, clock, newId, log } = context
  const name = 'mark stale sends unresolved'
  const rows = rowByRow(context, name)
  return {
    name,
    pauseMs: 2_000,
    due: () => nextLeaseOver,
    run: async () => {
      const now = clock.now()
      const stale = await selectStaleSends(db, rows.leftAlone(now), now)
      await rows.each(stale, now, async ({ organization_id, _id }) => {
        const isMarked = await db.transaction(async (transaction) => {
          const message = await lockMessage(transaction, organization_id, { _id })
          if (message === null || message.status !== 'processing') return false
          if (message.lease_until !== null && Date.parse(message.lease_until) >= now.getTime()) return false
          const report = { status: 'unresolved' as const, at: now, error: null, providerMessageId: null }
          await settleMessage({ newId }, transaction, message, report, now)
          return true
        })
        if (isMarked)
          log.warn(
            { message_id: _id, organization_id },
            'a process died before it knew whether WhatsApp accepted a message; the message is unresolved now',
          )
      })
      return stale.length > 0
    },
  }
}
