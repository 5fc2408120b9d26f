import type { Db } from '../db/database.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import { sql } from '../db/sql.ts'
import { bagField, fieldsOf, idField, numberField, textField, timestampField } from '../filters/fields.ts'
import type { SourceCreator, SourceType, SyncStatus } from './source.ts'

/** A source as the API lists it. */
export interface SourceRow {
  _id: string
  name: string
  source_type: SourceType
  sync_status: SyncStatus
  /** The last failure, in plain words. */
  sync_error: string | null
  /** Null but for domains. */
  domain: string | null
  /** Bytes; null but for files. */
  file_size: number | null
  /** MIME type; null but for files. */
  file_type: string | null
  /** Pages in the index. */
  page_count: number
  last_crawled_at: string | null
  next_crawl_at: string | null
  created_by: SourceCreator
  created_at: string
  updated_at: string
}

const given = { nullable: false }

/** What can be asked of a source: all that an item of the list shows. */
export const sourceFields = fieldsOf({
  _id: idField(sql`_id`, given),
  name: textField(sql`name`, given),
  source_type: textField(sql`source_type`, given),
  sync_status: textField(sql`sync_status`, given),
  sync_error: textField(sql`sync_error`),
  domain: textField(sql`domain`),
  file_size: numberField(sql`file_size`),
  file_type: textField(sql`file_type`),
  page_count: numberField(sql`page_count`, given),
  last_crawled_at: timestampField(sql`last_crawled_at`),
  next_crawl_at: timestampField(sql`next_crawl_at`),
  created_by: bagField(sql`created_by`),
  created_at: timestampField(sql`created_at`, given),
  updated_at: timestampField(sql`updated_at`, given),
})

/** One page of a project's sources, and how many there are. Index of the endpoint's own order: sources_by_creation. */
export async function selectSources(
  db: Db,
  organizationId: string,
  projectId: string,
  list: List,
): Promise<{ items: SourceRow[]; total: number }> {
  const columns = sql`_id, name, source_type, sync_status, sync_error, domain, file_size, file_type, page_count,
    last_crawled_at, next_crawl_at, created_by, created_at, updated_at`
  const from = sql`from sources where organization_id = ${organizationId} and project_id = ${projectId}`
  return selectPage<SourceRow>(db, columns, from, list)
}
