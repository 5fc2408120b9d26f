import type { Db } from '../db/database.ts'
import { deleteSource, lockSourceById } from './added-queries.ts'
import { giveLinksBack } from './index/store-queries.ts'

/** Deletes a source with its pages and its crawls. Returns null where no source has this id. */
export async function removeSource(
  { db }: { db: Db },
  sourceId: string,
): Promise<{ name: string; pages: number } | null> {
  return db.transaction(async (transaction) => {
    const source = await lockSourceById(transaction, sourceId)
    if (source === null) return null
    await deleteSource(transaction, source.organization_id, sourceId)
    if (source.source_type !== 'files')
      await giveLinksBack(transaction, source.organization_id, source.page_count)
    return { name: source.name, pages: source.page_count }
  })
}
