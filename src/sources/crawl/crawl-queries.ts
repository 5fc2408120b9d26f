import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { organizationBounds } from './crawl-bounds.ts'
import type { CrawlCounts, CrawlSettings, CrawlState, CrawlStop, SitemapProgress } from './crawl.ts'

/** The notification channel for crawls that wait, or that must stop. */
export const crawlChannel = 'switchboard_crawls'

/** Wakes the workers when the transaction commits. */
export async function notifyCrawlers(db: Queryable): Promise<void> {
  await db.write(sql`select pg_notify(${crawlChannel}, '')`)
}

/** How long a worker keeps a crawl without renewing its lease. */
export const leaseSeconds = 30

/** A crawl by its keys. */
export interface CrawlKey {
  organization_id: string
  _id: string
}

/** A crawl that this process holds. Only the holder of the lease token may write. */
export interface HeldCrawl extends CrawlKey, CrawlSettings, CrawlCounts {
  project_id: string
  source_id: string
  lease_token: string
  /** How many times workers have started on it, this one included. */
  starts: number
  started_at: string
  seeded_at: string | null
  /** Where the reading of its sitemaps stopped, between two of them, or how it ended with a fault; null for neither. */
  seeding: SitemapProgress | null
  /** How long workers have held it before this claim. */
  worked_ms: number
  stopped_by: CrawlStop | null
  /** BCP 47, the project's. */
  language: string
}

const counts = sql`c.found, c.fetched, c.indexed, c.unchanged, c.skipped, c.failed, c.gone, c.bytes`

/** Ends the lease. When it ended and how long it lasted decide which crawl comes next. */
const endLease = (
  until: Sql,
) => sql`lease_token = null, lease_until = null, held_since = null, left_at = ${until},
  worked = worked + coalesce(${until} - held_since, '0')`

/**
 * Ends the leases of workers that have not renewed them in time, so that others can claim the crawls. Index:
 * crawls_held_by_host.
 */
export async function freeLostCrawls(db: Queryable): Promise<void> {
  await db.write(sql`
    update crawls set ${endLease(sql`lease_until`)}
    where lease_token is not null and lease_until <= clock_timestamp() and is_here(organization_id)`)
}

/**
 * When the next crawl waits for a worker, or the next lease of one is over. By all open crawls, which are some
 * hundreds.
 */
export const nextCrawlDue = (now: Date) => sql`(
  select min(case when at <= clock_timestamp() then ${now}::timestamptz else at end) from (
    select due_at as at from crawls where state in ('waiting', 'running') and lease_token is null
      and is_here(organization_id)
    union all select lease_until from crawls where lease_token is not null and is_here(organization_id)) c)`

/** When the next domain is crawled again. Index: sources_by_next_crawl. */
export const nextRecrawlDue = sql`(select min(next_crawl_at) from sources where is_here(organization_id))`

const heldBy = ({ organization_id, _id, lease_token }: HeldCrawl) =>
  sql`organization_id = ${organization_id} and _id = ${_id} and lease_token = ${lease_token} and state = 'running'`

/** Renews the lease, and returns whether this process still holds the crawl. */
export async function renewLease(db: Queryable, crawl: HeldCrawl): Promise<boolean> {
  const renewed = await db.write(sql`
    update crawls set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where ${heldBy(crawl)} returning _id`)
  return renewed.length === 1
}

/**
 * Ends the lease in whatever state the crawl is: its host is free for others, and the crawl is due again after the
 * pause.
 */
export async function releaseLease(db: Queryable, crawl: HeldCrawl, pauseSeconds: number): Promise<void> {
  await db.write(sql`
    update crawls set ${endLease(sql`clock_timestamp()`)},
      due_at = clock_timestamp() + ${pauseSeconds} * interval '1 second'
    where organization_id = ${crawl.organization_id} and _id = ${crawl._id} and lease_token = ${crawl.lease_token}`)
}

/** Returns whether another crawl is due that waits for the same host. */
export async function selectIsHostWanted(db: Queryable, crawl: HeldCrawl): Promise<boolean> {
  const waiting = await db.query(sql`
    select w._id from crawls c
    join crawls w on w.host = c.host and w._id <> c._id and w.state in ('waiting', 'running')
      and w.lease_token is null and w.due_at <= clock_timestamp()
    where c.organization_id = ${crawl.organization_id} and c._id = ${crawl._id} limit 1`)
  return waiting.length === 1
}

/** Ends the lease in favor of crawls that wait for the host or place. The start is not counted. */
export async function yieldLease(db: Queryable, crawl: HeldCrawl): Promise<void> {
  await db.write(sql`
    update crawls set ${endLease(sql`clock_timestamp()`)}, due_at = clock_timestamp(), starts = starts - 1
    where organization_id = ${crawl.organization_id} and _id = ${crawl._id} and lease_token = ${crawl.lease_token}`)
}

/** Marks the source as syncing if the crawl is still its open one. */
export async function updateSyncing(db: Queryable, crawl: HeldCrawl, now: Date): Promise<void> {
  await db.write(sql`
    update sources set sync_status = 'syncing', updated_at = ${now}
    where organization_id = ${crawl.organization_id} and _id = ${crawl.source_id} and crawl_id = ${crawl._id}
      and sync_status = 'pending'`)
}

/**
 * Records that the first URLs are known, and why sitemaps could not be read (null where all could). Returns whether
 * this process still holds the crawl.
 */
export async function updateSeeded(
  db: Queryable,
  crawl: HeldCrawl,
  fault: string | null,
  now: Date,
): Promise<boolean> {
  const ended: SitemapProgress = { asked: [], waiting: [], read: 0, fault }
  const rows = await db.write(sql`
    update crawls set seeded_at = ${now}, seeding = ${fault === null ? null : JSON.stringify(ended)}::jsonb
    where ${heldBy(crawl)} returning _id`)
  return rows.length === 1
}

/** Stores how far the reading of sitemaps has come. */
export async function updateSeeding(
  db: Queryable,
  crawl: HeldCrawl,
  progress: SitemapProgress,
): Promise<void> {
  await db.write(sql`update crawls set seeding = ${JSON.stringify(progress)}::jsonb where ${heldBy(crawl)}`)
}

/**
 * Adds to the counts and returns them; null where this process no longer holds the crawl: the caller must roll back.
 */
export async function addToCounts(
  transaction: Transaction,
  crawl: HeldCrawl,
  more: Partial<CrawlCounts>,
  stop: CrawlStop | null = null,
): Promise<CrawlCounts | null> {
  const of = (name: keyof CrawlCounts) => more[name] ?? 0
  const [row] = await transaction.query<CrawlCounts>(sql`
    update crawls c set found = c.found + ${of('found')}, fetched = c.fetched + ${of('fetched')},
      indexed = c.indexed + ${of('indexed')}, unchanged = c.unchanged + ${of('unchanged')},
      skipped = c.skipped + ${of('skipped')}, failed = c.failed + ${of('failed')}, gone = c.gone + ${of('gone')},
      bytes = c.bytes + ${of('bytes')}::bigint, stopped_by = coalesce(c.stopped_by, ${stop})
    where ${heldBy(crawl)} returning ${counts}`)
  return row ?? null
}

/** Ends a crawl, and returns whether this process still held it; if not, the caller must roll back. */
export async function updateEnded(
  transaction: Transaction,
  crawl: HeldCrawl,
  state: Extract<CrawlState, 'finished' | 'failed'>,
  error: string | null,
  now: Date,
): Promise<boolean> {
  const ended = await transaction.query(sql`
    update crawls set state = ${state}, error = ${error}, finished_at = ${now}, ${endLease(sql`clock_timestamp()`)}
    where ${heldBy(crawl)} returning _id`)
  return ended.length === 1
}

/** Deletes the earlier crawls of a source. Index: crawls_by_source. */
export async function deleteEarlierCrawls(transaction: Transaction, crawl: HeldCrawl): Promise<void> {
  await transaction.query(sql`
    delete from crawls where organization_id = ${crawl.organization_id} and source_id = ${crawl.source_id}
      and _id <> ${crawl._id} and state not in ('waiting', 'running') and lease_token is null`)
}

export interface NewCrawl extends CrawlSettings {
  organization_id: string
  project_id: string
  _id: string
  source_id: string
  host: string
}

/**
 * Deletes the oldest crawl that was replaced and that no worker holds, with its URLs. Returns whether there was one.
 * Index: crawls_superseded.
 */
export async function deleteSupersededCrawl(db: Queryable): Promise<boolean> {
  const deleted = await db.write(sql`
    delete from crawls c using (
      select organization_id, _id from crawls where state = 'superseded' and lease_token is null and is_here(organization_id)
      order by finished_at limit 1 for update skip locked) old
    where c.organization_id = old.organization_id and c._id = old._id returning c._id`)
  return deleted.length === 1
}

/**
 * Ends the open crawl of a source in favor of another. Its worker notices at its next write. A canceled one counts as
 * replaced too, so that its URLs are deleted.
 */
export async function supersedeCrawl(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update crawls set state = 'superseded', finished_at = ${now}
    where organization_id = ${organizationId} and source_id = ${sourceId}
      and state in ('waiting', 'running', 'cancelled')`)
}

export async function insertCrawl(transaction: Transaction, crawl: NewCrawl, now: Date): Promise<void> {
  await transaction.query(sql`
    insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy, max_pages,
      max_depth, include_patterns, exclude_patterns, crawler, created_at)
    values (${crawl.organization_id}, ${crawl.project_id}, ${crawl._id}, ${crawl.source_id}, ${crawl.host},
      ${crawl.start_url}, ${crawl.domain}, ${crawl.crawling_strategy}, ${crawl.max_pages}, ${crawl.max_depth},
      ${crawl.include_patterns}::text[], ${crawl.exclude_patterns}::text[], ${crawl.crawler}, ${now})`)
  await transaction.query(sql`
    update sources set crawl_id = ${crawl._id}, next_crawl_at = null
    where organization_id = ${crawl.organization_id} and _id = ${crawl.source_id}`)
}

/** Locks and returns the last crawl of a source; null where it has none. */
export async function lockLastCrawl(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
): Promise<{ _id: string; state: CrawlState } | null> {
  const [crawl] = await transaction.query<{ _id: string; state: CrawlState }>(sql`
    select c._id, c.state from crawls c
    join sources s on s.organization_id = c.organization_id and s.crawl_id = c._id
    where c.organization_id = ${organizationId} and s._id = ${sourceId} for update of c`)
  return crawl ?? null
}

export async function updateCancelled(transaction: Transaction, crawl: CrawlKey, now: Date): Promise<void> {
  await transaction.query(sql`
    update crawls set state = 'cancelled', finished_at = ${now}
    where organization_id = ${crawl.organization_id} and _id = ${crawl._id}`)
}

/** If an organization has this many open crawls, its recrawls wait. */
const recrawlsUpTo = organizationBounds.openCrawls / 2

/** Returns the condition that an organization has room for recrawls among its open crawls. Index: crawls_open. */
export function hasRecrawlRoom(organizationId: Sql): Sql {
  return sql`${recrawlsUpTo} > (select count(*) from (select from crawls c where c.organization_id = ${organizationId}
    and c.state in ('waiting', 'running') limit ${recrawlsUpTo}) c)`
}

/** A domain whose next crawl is due. */
export interface DueSource extends CrawlSettings {
  organization_id: string
  project_id: string
  _id: string
}

/**
 * Locks and returns domains that are due for a crawl. Skips rows that others have locked. Skips organizations with many
 * open crawls, so that there is room for requested crawls. Indexes: sources_by_next_crawl, crawls_open.
 */
export async function lockDueSources(transaction: Transaction, now: Date): Promise<DueSource[]> {
  return transaction.query<DueSource>(sql`
    select organization_id, project_id, _id, domain, start_url, crawling_strategy, max_pages, max_depth,
      include_patterns, exclude_patterns, crawler
    from sources s where next_crawl_at <= ${now} and is_here(s.organization_id)
      and ${hasRecrawlRoom(sql`s.organization_id`)}
    order by next_crawl_at limit 10 for update skip locked`)
}

export async function updateSourcePending(
  transaction: Transaction,
  source: { organization_id: string; _id: string },
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update sources set sync_status = 'pending', sync_error = null, updated_at = ${now}
    where organization_id = ${source.organization_id} and _id = ${source._id}`)
}
