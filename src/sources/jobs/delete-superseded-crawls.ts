import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deleteSupersededCrawl } from '../crawl/crawl-queries.ts'

/**
 * Deletes crawls that another one of their source has replaced, one at a time, since each may have 32,000 URLs. A crawl
 * that ends deletes those before it, but a domain whose crawls are replaced or canceled again and again has none that
 * ends.
 */
export function deleteSupersededCrawls({ db }: { db: Db }): Job {
  return {
    name: 'delete superseded crawls',
    pauseMs: 30_000,
    run: () => deleteSupersededCrawl(db),
  }
}
