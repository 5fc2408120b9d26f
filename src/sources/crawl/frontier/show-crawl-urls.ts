import { isUuid } from '../../../base/ids.ts'
import { refusals } from '../../../base/refusals.ts'
import type { Db } from '../../../db/database.ts'
import type { List } from '../../../db/page.ts'
import { selectCrawlUrls, selectLastCrawlId } from './crawl-url-queries.ts'
import type { CrawlUrlRow } from './crawl-url-queries.ts'

/**
 * Returns one page of the URLs of a source's last crawl, and their total; none where the source was never crawled.
 *
 * @throws {Refusal} 404 where the project has no such source.
 */
export async function showCrawlUrls(
  { db }: { db: Db },
  source: { organization_id: string; project_id: string; source_id: string },
  list: List,
): Promise<{ items: CrawlUrlRow[]; total: number }> {
  if (!isUuid(source.source_id)) throw refusals.sourceNotFound()
  const crawlId = await selectLastCrawlId(db, source)
  if (crawlId === undefined) throw refusals.sourceNotFound()
  if (crawlId === null) return { items: [], total: 0 }
  return selectCrawlUrls(db, source.organization_id, crawlId, list)
}
