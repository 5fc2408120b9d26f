import type { Db } from '../db/database.ts'
import { deleteSource, lockSourceById } from './added-queries.ts'
import { giveLinksBack } from './index/store-queries.ts'

/** Takes a source out of its knowledge base, a crawl of it included; null where there is none with this id. */
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
