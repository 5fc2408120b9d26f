import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import type { RowContext } from '../../jobs/row-by-row.ts'
import { endSilentChat, selectSilentChats } from '../chat-queries.ts'

/** Ends chats in which nobody has written for a day (Rule 31). */
export function endSilentChats(context: RowContext & { db: Db; clock: Clock }): Job {
  const { db, clock } = context
  const name = 'end silent chats'
  const rows = rowByRow(context, name)
  return {
    name,
    pauseMs: 30_000,
    run: async () => {
      const now = clock.now()
      const silent = await selectSilentChats(db, rows.leftAlone(now), now)
      await rows.each(silent, now, (chat) =>
        db.transaction((transaction) => endSilentChat(transaction, chat, now)),
      )
      return silent.length > 0
    },
  }
}
