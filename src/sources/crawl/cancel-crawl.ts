import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import { recordSource } from '../record-source.ts'
import type { SourceAuthor } from '../source.ts'
import { lockLastCrawl, notifyCrawlers, updateCancelled } from './crawl-queries.ts'
import type { CrawlState } from './crawl.ts'
import { lockSource, updateSourceEnded } from './domain-queries.ts'
import { nextCrawlAt } from './next-crawl.ts'

/** The states of a source's last crawl before and after; null where the source was never crawled. */
export interface CancelledCrawl {
  stateBefore: CrawlState | null
  state: CrawlState | null
}

/**
 * Ends the open crawl of a source. Pages that it has indexed stay, and the next crawl comes as if it had finished. A
 * crawl that has ended does not change.
 *
 * @throws {Refusal} 404 where the project has no such source.
 */
export async function cancelCrawl(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  source: { organization_id: string; project_id: string; source_id: string },
  author: SourceAuthor,
): Promise<CancelledCrawl> {
  const { source_id: _id, ...project } = source
  if (!isUuid(_id)) throw refusals.sourceNotFound()
  const { organization_id } = project
  return db.transaction(async (transaction) => {
    const locked = await lockSource(transaction, { ...project, _id })
    if (locked === null) throw refusals.sourceNotFound()
    const crawl = await lockLastCrawl(transaction, organization_id, _id)
    if (crawl === null) return { stateBefore: null, state: null }
    if (crawl.state !== 'waiting' && crawl.state !== 'running')
      return { stateBefore: crawl.state, state: crawl.state }
    const now = clock.now()
    await updateCancelled(transaction, { organization_id, _id: crawl._id }, now)
    const end = {
      sync_status: locked.page_count > 0 ? ('partial' as const) : ('failed' as const),
      sync_error: 'the crawl was cancelled',
      next_crawl_at: nextCrawlAt(_id, locked.frequency_days ?? 30, now),
      failed_crawls: 0,
    }
    await updateSourceEnded(transaction, { ...project, _id }, end, now)
    const named = { ...project, _id, name: locked.name }
    await recordSource(transaction, { now, newId, author }, named, 'crawl canceled')
    await notifyCrawlers(transaction)
    return { stateBefore: crawl.state, state: 'cancelled' }
  })
}
