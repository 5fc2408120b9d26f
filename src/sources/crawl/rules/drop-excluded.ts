import type { Clock } from '../../../base/clock.ts'
import type { Db } from '../../../db/database.ts'
import { dropPage } from '../../index/store-page.ts'
import { addToCounts } from '../crawl-queries.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import { lockSource } from '../domain-queries.ts'
import { selectPageUrls } from '../frontier/frontier-queries.ts'
import { LostLease } from '../lost-lease.ts'
import { scopeOfSettings } from './settings-scope.ts'

/**
 * Takes pages out of the index that the settings of the crawl leave out, since they may be others than those of the crawl
 * before: at once, whatever the site answers, and whether or not this crawl becomes whole.
 */
export async function dropExcludedPages(
  { db, clock }: { db: Db; clock: Clock },
  crawl: HeldCrawl,
): Promise<void> {
  const { organization_id, project_id, source_id } = crawl
  const scope = scopeOfSettings(crawl)
  // How far a page lies from the start only the crawl will tell.
  const nearest = 1
  const urls = await selectPageUrls(db, crawl)
  const excluded = urls.filter((url) => scope.decide(url, nearest).kind !== 'take')
  if (excluded.length === 0) return
  await db.transaction(async (transaction) => {
    const source = await lockSource(transaction, { organization_id, project_id, _id: source_id })
    if (source === null || (await addToCounts(transaction, crawl, {})) === null) throw new LostLease()
    for (const url of excluded)
      await dropPage(transaction, { organizationId: organization_id, sourceId: source_id, url }, clock.now())
  })
}
