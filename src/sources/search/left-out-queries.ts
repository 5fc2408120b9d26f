import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { CrawlUrlState } from '../crawl/crawl.ts'
import type { Place } from './search-queries.ts'

/** A URL that a crawl has seen and that is not in the index, with the rule that kept it out. */
export interface LeftOutUrl {
  source_id: string
  source_name: string
  url: string
  state: CrawlUrlState
  reason: string | null
  detail: string | null
}

/** Domains whose last crawl is looked at: those that were crawled last. */
const domainsMax = 20
/** URLs of a crawl that are looked at, in the order in which it found them. */
const urlsOfCrawlMax = 5_000

/**
 * Returns URLs whose address has words of a question, the most words first, and that the last crawls of the project's
 * domains did not take. Canonical addresses, redirects and duplicates stand for pages that are in the index, so they
 * are left out. Indexes: sources_by_creation, crawl_urls_by_position. The reads are bounded: at most 20 crawls, 5,000
 * URLs of each.
 */
export async function selectLeftOutUrls(
  db: Reader,
  { organizationId, projectId }: Place,
  words: readonly string[],
  limit: number,
): Promise<LeftOutUrl[]> {
  if (words.length === 0) return []
  return db.query<LeftOutUrl>(sql`
    with domains as (
      select _id, name, crawl_id from sources
      where organization_id = ${organizationId} and project_id = ${projectId} and crawl_id is not null
      order by updated_at desc limit ${domainsMax})
    select s._id as source_id, s.name as source_name, u.url, u.state, u.reason, u.detail
    from domains s,
      lateral (select url, state, reason, detail, position from crawl_urls
        where organization_id = ${organizationId} and crawl_id = s.crawl_id
        order by position limit ${urlsOfCrawlMax}) u,
      lateral (select count(*) as words from unnest(${words}::text[]) w (word)
        where strpos(lower(u.url), w.word) > 0) found
    where found.words > 0 and (u.state = 'failed'
      or u.state = 'skipped' and u.reason not in ('redirect', 'canonical', 'duplicate'))
    order by found.words desc, u.position limit ${limit}`)
}
