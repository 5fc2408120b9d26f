import type { Clock } from '../../../base/clock.ts'
import type { Db } from '../../../db/database.ts'
import { dropPage } from '../../index/store-page.ts'
import { addToCounts } from '../crawl-queries.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import { lockSource } from '../domain-queries.ts'
import { selectPageUrls } from '../frontier/frontier-queries.ts'
import { LostLease } from '../lost-lease.ts'
import type { JudgeUrls } from './url-judge.ts'

/**
 * Removes the pages from the index that the crawl's settings exclude; the settings may have changed since the last
 * crawl. It runs at the start of a crawl, so that the result does not depend on the site's responses or on how the
 * crawl ends.
 */
export async function dropExcludedPages(
  { db, clock, judgeUrls }: { db: Db; clock: Clock; judgeUrls: JudgeUrls },
  crawl: HeldCrawl,
): Promise<void> {
  const { organization_id, project_id, source_id } = crawl
  const urls = await selectPageUrls(db, crawl)
  // The depth of a page is known only once the crawl has reached it.
  const decisions = await judgeUrls(
    crawl,
    urls.map((url) => ({ url, depth: 1 })),
  )
  const excluded = urls.filter((_url, at) => (decisions[at] ?? { kind: 'take' }).kind !== 'take')
  if (excluded.length === 0) return
  await db.transaction(async (transaction) => {
    const source = await lockSource(transaction, { organization_id, project_id, _id: source_id })
    if (source === null || (await addToCounts(transaction, crawl, {})) === null) throw new LostLease()
    for (const url of excluded)
      await dropPage(transaction, { organizationId: organization_id, sourceId: source_id, url }, clock.now())
  })
}
