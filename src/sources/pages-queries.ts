import type { Db } from '../db/database.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import { sql } from '../db/sql.ts'
import { fieldsOf, idField, numberField, textField, timestampField } from '../filters/fields.ts'

/** An indexed page as the API lists it. */
export interface IndexedPageRow {
  _id: string
  /** Null for a file. */
  url: string | null
  title: string
  language: string
  chunk_count: number
  byte_size: number
  first_indexed_at: string
  indexed_at: string
}

const given = { nullable: false }

/** The fields that callers can filter and sort by: every field that an item shows. */
export const pageFields = fieldsOf({
  _id: idField(sql`_id`, given),
  url: textField(sql`url`),
  title: textField(sql`title`, given),
  language: textField(sql`language`, given),
  chunk_count: numberField(sql`chunk_count`, given),
  byte_size: numberField(sql`byte_size`, given),
  first_indexed_at: timestampField(sql`first_indexed_at`, given),
  indexed_at: timestampField(sql`indexed_at`, given),
})

/**
 * Returns one page of the list of a source's indexed pages. A source has at most 1,000; the unique key on their URLs
 * finds them.
 */
export async function selectIndexedPages(
  db: Db,
  organizationId: string,
  projectId: string,
  sourceId: string,
  list: List,
): Promise<{ items: IndexedPageRow[]; total: number }> {
  const columns = sql`_id, url, title, language, chunk_count, byte_size, first_indexed_at, indexed_at`
  const from = sql`from source_pages
    where organization_id = ${organizationId} and project_id = ${projectId} and source_id = ${sourceId}`
  return selectPage<IndexedPageRow>(db, organizationId, { columns, from }, list)
}

/** A passage of a page as it is indexed. */
export interface IndexedPassageRow {
  ordinal: number
  heading: string
  anchor: string | null
  text: string
}

/**
 * Returns some passages of a page in their order, and how many it has; null where the source has no such page. Index:
 * page_chunks_pkey.
 */
export async function selectPagePassages(
  db: Db,
  key: { organization_id: string; project_id: string; source_id: string; page_id: string },
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: IndexedPassageRow[]; total: number } | null> {
  const { organization_id, project_id, source_id, page_id } = key
  const [pages, items] = await Promise.all([
    db.query<{ chunk_count: number }>(sql`
      select chunk_count from source_pages
      where organization_id = ${organization_id} and _id = ${page_id} and project_id = ${project_id}
        and source_id = ${source_id}`),
    db.query<IndexedPassageRow>(sql`
      select ordinal, heading, anchor, text from page_chunks
      where organization_id = ${organization_id} and page_id = ${page_id} and project_id = ${project_id}
        and source_id = ${source_id}
      order by ordinal limit ${limit}::bigint offset ${skip}::bigint`),
  ])
  const [found] = pages
  return found === undefined ? null : { items, total: found.chunk_count }
}
