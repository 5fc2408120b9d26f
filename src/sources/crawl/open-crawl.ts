import type { NewId } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { insertCrawl, notifyCrawlers, supersedeCrawl } from './crawl-queries.ts'
import type { CrawlSettings } from './crawl.ts'

/** Opens a crawl of a source. It replaces one that is open. The caller has locked the source's row. */
export async function openCrawl(
  { newId }: { newId: NewId },
  transaction: Transaction,
  source: CrawlSettings & { organization_id: string; project_id: string; _id: string },
  now: Date,
): Promise<void> {
  const { organization_id, project_id, _id: source_id } = source
  await supersedeCrawl(transaction, organization_id, source_id, now)
  const host = new URL(source.start_url).host.replace(/^www\./, '')
  await insertCrawl(
    transaction,
    { ...source, organization_id, project_id, source_id, _id: newId(), host },
    now,
  )
  await notifyCrawlers(transaction)
}
