import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import { lockMessage, selectLostMessages } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'

interface Lost {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
}

/**
 * Finds messages whose process ended while it asked the provider: whether they were sent is not known. They keep their
 * reservation, and are never sent again (Rule 26); a webhook or an operator settles them.
 */
export function markStaleSendsUnresolved(context: Lost): Job {
  const { db, clock, newId, log } = context
  const name = 'leave lost sends'
  const rows = rowByRow({ db, log }, name)
  return {
    name,
    pauseMs: 2_000,
    run: async () => {
      const now = clock.now()
      const lost = await selectLostMessages(db, rows.leftAlone(now), now)
      await rows.each(lost, now, async ({ organization_id, _id }) => {
        const isLeft = await db.transaction(async (transaction) => {
          const message = await lockMessage(transaction, organization_id, { _id })
          if (message === null || message.status !== 'processing') return false
          if (message.lease_until !== null && Date.parse(message.lease_until) >= now.getTime()) return false
          const told = { status: 'unresolved' as const, at: now, error: null, providerMessageId: null }
          await settleMessage({ newId }, transaction, message, told, now)
          return true
        })
        if (isLeft)
          log.warn(
            { message_id: _id, organization_id },
            'a process ended before it knew whether a message was sent',
          )
      })
      return lost.length > 0
    },
  }
}
