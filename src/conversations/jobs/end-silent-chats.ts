import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import { endSilentChat, selectSilentChats } from '../chat-queries.ts'

/** Ends chats in which nobody has written for a day (Rule 31). */
export function endSilentChats({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Job {
  const name = 'end silent chats'
  const rows = rowByRow({ db, log }, name)
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
