import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { nextRecrawlDue } from '../crawl/crawl-queries.ts'
import { lockDueSources, updateSourcePending } from '../crawl/crawl-queries.ts'
import { openCrawl } from '../crawl/open-crawl.ts'

/** Opens a crawl for each domain whose `next_crawl_at` has passed. */
export function recrawlDomains(context: { db: Db; clock: Clock; newId: NewId }): Job {
  const { db, clock } = context
  return {
    name: 'recrawl domains',
    pauseMs: 10_000,
    due: () => nextRecrawlDue,
    run: async () => {
      const due = await db.transaction(async (transaction) => {
        const now = clock.now()
        const sources = await lockDueSources(transaction, now)
        for (const source of sources) {
          await openCrawl(context, transaction, source, now)
          await updateSourcePending(transaction, source, now)
        }
        return sources.length
      })
      return due > 0
    },
  }
}
