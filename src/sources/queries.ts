import type { Db } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { selectPage } from '../db/page.ts'
import type { List } from '../db/page.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import {
  fieldsOf,
  idField,
  listField,
  numberField,
  objectField,
  textField,
  timestampField,
} from '../filters/fields.ts'
import type {
  CrawlCounts,
  Crawler,
  CrawlingStrategy,
  CrawlState,
  CrawlStop,
  CrawlWait,
} from './crawl/crawl.ts'
import type { SourceCreator, SourceType, SyncStatus } from './source.ts'

/** A source as the API lists it. */
export interface SourceRow {
  _id: string
  name: string
  source_type: SourceType
  sync_status: SyncStatus
  /** The last failure, in plain words. */
  sync_error: string | null
  /** Null unless the source is a domain. */
  domain: string | null
  /** Bytes; null unless the source is a file. */
  file_size: number | null
  /** MIME type; null unless the source is a file. */
  file_type: string | null
  /** Pages in the index. */
  page_count: number
  /** The crawl settings, down to `crawler`: null unless the source is a domain. */
  crawling_strategy: CrawlingStrategy | null
  max_pages: number | null
  max_depth: number | null
  include_patterns: string[] | null
  exclude_patterns: string[] | null
  frequency_days: number | null
  crawler: Crawler | null
  /** The running or else the last crawl; null where there was none. */
  crawl: CrawlProgress | null
  last_crawled_at: string | null
  next_crawl_at: string | null
  created_by: SourceCreator
  created_at: string
  updated_at: string
}

/** How far a crawl has come. */
export interface CrawlProgress extends CrawlCounts {
  _id: string
  state: CrawlState
  /** The limit that ended it; null where none did. */
  stopped_by: CrawlStop | null
  /** What a crawl that is due waits for; null while it runs, after its end, and during a pause. */
  waits_for: CrawlWait | null
  waits_since: string | null
  error: string | null
  started_at: string | null
  finished_at: string | null
}

const given = { nullable: false }

/** The crawl is due and no worker holds it. Index: crawls_held_by_host. */
const isLeft = sql`c.state in ('waiting', 'running') and c.lease_token is null and c.due_at <= clock_timestamp()`
/** Only a crawl of the same organization shows as `host`: no tenant may learn what others crawl. */
const waitsFor = sql`case when ${isLeft} then
  case when exists (select from crawls h
      where h.host = c.host and h.lease_token is not null and h.organization_id = c.organization_id) then 'host'
    else 'worker' end end`

const crawl = sql`case when c._id is null then 'null'::jsonb else jsonb_build_object(
  '_id', c._id, 'state', c.state, 'found', c.found, 'fetched', c.fetched, 'indexed', c.indexed,
  'unchanged', c.unchanged, 'skipped', c.skipped, 'failed', c.failed, 'gone', c.gone, 'bytes', c.bytes,
  'stopped_by', c.stopped_by, 'waits_for', ${waitsFor},
  'waits_since', case when ${isLeft} then ${instant(sql`c.due_at`)} end, 'error', c.error, 'started_at', ${instant(sql`c.started_at`)},
  'finished_at', ${instant(sql`c.finished_at`)}) end`
const includePatterns = sql`coalesce(to_jsonb(s.include_patterns), 'null'::jsonb)`
const excludePatterns = sql`coalesce(to_jsonb(s.exclude_patterns), 'null'::jsonb)`

/** The fields that callers can filter and sort by: every field that an item shows. */
export const sourceFields = fieldsOf({
  _id: idField(sql`s._id`, given),
  name: textField(sql`s.name`, given),
  source_type: textField(sql`s.source_type`, given),
  sync_status: textField(sql`s.sync_status`, given),
  sync_error: textField(sql`s.sync_error`),
  domain: textField(sql`s.domain`),
  file_size: numberField(sql`s.file_size`),
  file_type: textField(sql`s.file_type`),
  page_count: numberField(sql`s.page_count`, given),
  crawling_strategy: textField(sql`s.crawling_strategy`),
  max_pages: numberField(sql`s.max_pages`),
  max_depth: numberField(sql`s.max_depth`),
  include_patterns: listField(includePatterns, 'string'),
  exclude_patterns: listField(excludePatterns, 'string'),
  frequency_days: numberField(sql`s.frequency_days`),
  crawler: textField(sql`s.crawler`),
  crawl: objectField(crawl, {
    _id: 'string',
    state: 'string',
    found: 'number',
    fetched: 'number',
    indexed: 'number',
    unchanged: 'number',
    skipped: 'number',
    failed: 'number',
    gone: 'number',
    bytes: 'number',
    stopped_by: 'string',
    waits_for: 'string',
    waits_since: 'timestamp',
    error: 'string',
    started_at: 'timestamp',
    finished_at: 'timestamp',
  }),
  last_crawled_at: timestampField(sql`s.last_crawled_at`),
  next_crawl_at: timestampField(sql`s.next_crawl_at`),
  created_by: objectField(sql`s.created_by`, { kind: 'string', _id: 'string', name: 'string' }),
  created_at: timestampField(sql`s.created_at`, given),
  updated_at: timestampField(sql`s.updated_at`, given),
})

const columns = sql`s._id, s.name, s.source_type, s.sync_status, s.sync_error, s.domain, s.file_size, s.file_type,
  s.page_count, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns, s.exclude_patterns, s.frequency_days,
  s.crawler, ${crawl} as crawl, s.last_crawled_at, s.next_crawl_at, s.created_by, s.created_at, s.updated_at`

const from = sql`from sources s
  left join crawls c on c.organization_id = s.organization_id and c._id = s.crawl_id`

/** Returns one page of a project's sources, and their total. Index of the default order: sources_by_creation. */
export async function selectSources(
  db: Db,
  organizationId: string,
  projectId: string,
  list: List,
): Promise<{ items: SourceRow[]; total: number }> {
  const ofProject = sql`${from} where s.organization_id = ${organizationId} and s.project_id = ${projectId}`
  return selectPage<SourceRow>(db, organizationId, { columns, from: ofProject }, list)
}

/** Returns one source of a project, or null. */
export async function selectSource(
  db: Queryable,
  organizationId: string,
  projectId: string,
  sourceId: string,
): Promise<SourceRow | null> {
  const [source] = await db.query<SourceRow>(sql`
    select ${columns} ${from}
    where s.organization_id = ${organizationId} and s.project_id = ${projectId} and s._id = ${sourceId}`)
  return source ?? null
}

/** A source with where a crawl starts; null unless the source is a domain. */
export interface WholeSourceRow extends SourceRow {
  start_url: string | null
}

/** Returns one source of a project with the start of its crawls, or null. */
export async function selectWholeSource(
  db: Queryable,
  organizationId: string,
  projectId: string,
  sourceId: string,
): Promise<WholeSourceRow | null> {
  const [source] = await db.query<WholeSourceRow>(sql`
    select ${columns}, s.start_url ${from}
    where s.organization_id = ${organizationId} and s.project_id = ${projectId} and s._id = ${sourceId}`)
  return source ?? null
}
