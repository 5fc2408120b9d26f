import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import { deleteSource, lockSourceById } from './added-queries.ts'
import { notifyCrawlers } from './crawl/crawl-queries.ts'
import { giveLinksBack } from './index/store-queries.ts'
import { recordSource } from './record-source.ts'
import type { SourceAuthor } from './source.ts'

/**
 * Deletes a source with its pages and its crawls; a crawl that runs ends. Returns null where no source has this id: in
 * the project, or anywhere if none is given.
 */
export async function removeSource(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  sourceId: string,
  author: SourceAuthor,
  project: { organization_id: string; project_id: string } | null = null,
): Promise<{ name: string; pages: number } | null> {
  return db.transaction(async (transaction) => {
    const source = await lockSourceById(transaction, sourceId, project)
    if (source === null) return null
    await deleteSource(transaction, source.organization_id, sourceId)
    if (source.source_type !== 'files')
      await giveLinksBack(transaction, source.organization_id, source.page_count)
    await recordSource(transaction, { now: clock.now(), newId, author }, source, 'removed')
    if (source.source_type === 'domains') await notifyCrawlers(transaction)
    return { name: source.name, pages: source.page_count }
  })
}
