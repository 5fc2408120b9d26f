import type { Db } from '../../../db/database.ts'
import { selectPage } from '../../../db/page.ts'
import type { List } from '../../../db/page.ts'
import type { Queryable } from '../../../db/queryable.ts'
import { sql } from '../../../db/sql.ts'
import { fieldsOf, numberField, textField, timestampField } from '../../../filters/fields.ts'
import type { CrawlUrlState } from '../crawl.ts'

/** A URL of a crawl as the API shows it. */
export interface CrawlUrlRow {
  _id: string
  position: number
  url: string
  state: CrawlUrlState
  reason: string | null
  detail: string | null
  depth: number
  found_on: string | null
  leads_to: string | null
  status_code: number | null
  bytes: number | null
  attempts: number
  settled_at: string | null
}

const given = { nullable: false }
const id = sql`encode(url_key, 'hex')`

/** The fields that callers can filter and sort by: every field that an item shows. */
export const crawlUrlFields = fieldsOf({
  _id: textField(id, given),
  position: numberField(sql`position`, given),
  url: textField(sql`url`, given),
  state: textField(sql`state`, given),
  reason: textField(sql`reason`),
  detail: textField(sql`detail`),
  depth: numberField(sql`depth`, given),
  found_on: textField(sql`found_on`),
  leads_to: textField(sql`leads_to`),
  status_code: numberField(sql`status_code`),
  bytes: numberField(sql`bytes`),
  attempts: numberField(sql`attempts`, given),
  settled_at: timestampField(sql`settled_at`),
})

/** Returns one page of a crawl's URLs, and their total. Index of the default order: crawl_urls_by_position. */
export async function selectCrawlUrls(
  db: Db,
  organizationId: string,
  crawlId: string,
  list: List,
): Promise<{ items: CrawlUrlRow[]; total: number }> {
  const columns = sql`${id} as _id, position, url, state, reason, detail, depth, found_on, leads_to, status_code, bytes,
    attempts, settled_at`
  const from = sql`from crawl_urls where organization_id = ${organizationId} and crawl_id = ${crawlId}`
  return selectPage<CrawlUrlRow>(db, organizationId, { columns, from }, list)
}

/** Returns the id of a source's last crawl; null where it has none; undefined where the project has no such source. */
export async function selectLastCrawlId(
  db: Queryable,
  {
    organization_id,
    project_id,
    source_id,
  }: { organization_id: string; project_id: string; source_id: string },
): Promise<string | null | undefined> {
  const [source] = await db.query<{ crawl_id: string | null }>(sql`
    select crawl_id from sources
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${source_id}`)
  return source?.crawl_id
}
