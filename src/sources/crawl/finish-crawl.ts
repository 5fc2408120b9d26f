import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import { dropPagesNotSeen } from '../index/store-page.ts'
import { clearLateEntries } from '../index/store-queries.ts'
import { concludeShrunk } from './conclude-crawl.ts'
import type { CrawlConclusion } from './conclude-crawl.ts'
import { deleteEarlierCrawls, updateEnded } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'
import { lockSource, updateSourceEnded } from './domain-queries.ts'
import { deleteStrayLinks } from './frontier/frontier-queries.ts'
import { LostLease } from './lost-lease.ts'
import { nextCrawlAt, nextRetryAt } from './next-crawl.ts'

/**
 * Ends a crawl: stores its result with the source and schedules the next crawl. After a complete crawl it removes the
 * pages that it has not seen from the index, unless it has found far fewer than the last one. Returns the source's new
 * status.
 */
export async function finishCrawl(
  { db, clock, hints }: { db: Db; clock: Clock; hints: Pick<HintPublisher, 'publish'> },
  crawl: HeldCrawl,
  { conclusion, pages }: { conclusion: CrawlConclusion; pages: number },
): Promise<CrawlConclusion['syncStatus']> {
  const outcome = await db.transaction(async (transaction) => {
    const { organization_id, project_id, source_id } = crawl
    const source = await lockSource(transaction, { organization_id, project_id, _id: source_id })
    const now = clock.now()
    const { syncStatus, error, isWhole } = concludeShrunk(conclusion, pages, source?.pages_found ?? 0)
    if (isWhole)
      await dropPagesNotSeen(
        transaction,
        { organizationId: organization_id, sourceId: source_id, crawlId: crawl._id },
        now,
      )
    await deleteStrayLinks(transaction, crawl)
    const state = syncStatus === 'failed' ? 'failed' : 'finished'
    if (source === null || !(await updateEnded(transaction, crawl, state, error, now))) throw new LostLease()
    const frequencyDays = source.frequency_days ?? 30
    const failed_crawls = state === 'failed' ? source.failed_crawls + 1 : 0
    const isRetried = failed_crawls > 0 && conclusion.isLasting !== true
    const next_crawl_at = isRetried
      ? nextRetryAt(source_id, failed_crawls, { frequencyDays, finishedAt: now })
      : nextCrawlAt(source_id, frequencyDays, now)
    const end = {
      sync_status: syncStatus,
      sync_error: error,
      next_crawl_at,
      failed_crawls,
      ...(conclusion.isWhole && { pages_found: pages }),
    }
    await updateSourceEnded(transaction, { organization_id, project_id, _id: source_id }, end, now)
    await deleteEarlierCrawls(transaction, crawl)
    return syncStatus
  })
  const { organization_id, project_id, source_id } = crawl
  hints.publish({ topic: 'sources', organization_id, project_id, ids: [source_id] })
  await clearLateEntries(db)
  return outcome
}
