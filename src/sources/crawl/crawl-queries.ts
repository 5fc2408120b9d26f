import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { organizationBounds } from './crawl-bounds.ts'
import type { CrawlCounts, CrawlSettings, CrawlState, CrawlStop, SitemapProgress } from './crawl.ts'

/** The channel on which workers learn that a crawl waits or must stop. */
export const crawlChannel = 'switchboard_crawls'

/** Notifies the workers when the transaction commits. */
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

/** A crawl that this process holds. Only the process with the lease token may write. */
export interface HeldCrawl extends CrawlKey, CrawlSettings, CrawlCounts {
  project_id: string
  source_id: string
  lease_token: string
  /** How often workers claimed it, this time included. */
  starts: number
  started_at: string
  seeded_at: string | null
  /** Where the reading of its sitemaps stopped between two; null where it did not. */
  seeding: SitemapProgress | null
  /** How long workers have held it before. */
  worked_ms: number
  stopped_by: CrawlStop | null
  /** BCP 47, the project's. */
  language: string
}

const counts = sql`c.found, c.fetched, c.indexed, c.unchanged, c.skipped, c.failed, c.gone, c.bytes`

/** Nobody has the crawl from here on; when, and for how long somebody had, decides who comes next. */
const admitCalls = (
  until: Sql,
) => sql`lease_token = null, lease_until = null, held_since = null, left_at = ${until},
  worked = worked + coalesce(${until} - held_since, '0')`

/** Frees crawls whose lease has expired, so that other workers can claim them. Index: crawls_held_by_host. */
export async function freeLostCrawls(db: Queryable): Promise<void> {
  await db.write(sql`
    update crawls set ${admitCalls(sql`lease_until`)}
    where lease_token is not null and lease_until <= clock_timestamp()`)
}

const heldBy = ({ organization_id, _id, lease_token }: HeldCrawl) =>
  sql`organization_id = ${organization_id} and _id = ${_id} and lease_token = ${lease_token} and state = 'running'`

/** Renews the lease. Returns false if this process does not hold the crawl any more. */
export async function renewLease(db: Queryable, crawl: HeldCrawl): Promise<boolean> {
  const renewed = await db.write(sql`
    update crawls set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where ${heldBy(crawl)} returning _id`)
  return renewed.length === 1
}

/** Releases a crawl. Another one may then use its host, and this one continues after the pause. */
export async function releaseLease(db: Queryable, crawl: HeldCrawl, pauseSeconds: number): Promise<void> {
  await db.write(sql`
    update crawls set ${admitCalls(sql`clock_timestamp()`)},
      due_at = clock_timestamp() + ${pauseSeconds} * interval '1 second'
    where organization_id = ${crawl.organization_id} and _id = ${crawl._id} and lease_token = ${crawl.lease_token}`)
}

/** Returns whether another due crawl waits for the same host. */
export async function selectIsHostWanted(db: Queryable, crawl: HeldCrawl): Promise<boolean> {
  const waiting = await db.query(sql`
    select w._id from crawls c
    join crawls w on w.host = c.host and w._id <> c._id and w.state in ('waiting', 'running')
      and w.lease_token is null and w.due_at <= clock_timestamp()
    where c.organization_id = ${crawl.organization_id} and c._id = ${crawl._id} limit 1`)
  return waiting.length === 1
}

/** Releases a crawl so that those that wait for its host or place come first; this claim does not count. */
export async function yieldLease(db: Queryable, crawl: HeldCrawl): Promise<void> {
  await db.write(sql`
    update crawls set ${admitCalls(sql`clock_timestamp()`)}, due_at = clock_timestamp(), starts = starts - 1
    where organization_id = ${crawl.organization_id} and _id = ${crawl._id} and lease_token = ${crawl.lease_token}`)
}

/** Marks the source as syncing if this is still its open crawl. */
export async function updateSyncing(db: Queryable, crawl: HeldCrawl, now: Date): Promise<void> {
  await db.write(sql`
    update sources set sync_status = 'syncing', updated_at = ${now}
    where organization_id = ${crawl.organization_id} and _id = ${crawl.source_id} and crawl_id = ${crawl._id}
      and sync_status = 'pending'`)
}

/** Notes that the first URLs are known; whether the crawl is still this process's. */
export async function updateSeeded(db: Queryable, crawl: HeldCrawl, now: Date): Promise<boolean> {
  const rows = await db.write(sql`update crawls set seeded_at = ${now} where ${heldBy(crawl)} returning _id`)
  return rows.length === 1
}

/** Stores the progress of reading sitemaps. */
export async function updateSeeding(
  db: Queryable,
  crawl: HeldCrawl,
  progress: SitemapProgress,
): Promise<void> {
  await db.write(sql`update crawls set seeding = ${JSON.stringify(progress)}::jsonb where ${heldBy(crawl)}`)
}

/** Adds to the counts. Returns null if this process does not hold the crawl any more: then roll the transaction back. */
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

/** Ends a crawl. Returns false if this process does not hold it any more: then roll the transaction back. */
export async function updateEnded(
  transaction: Transaction,
  crawl: HeldCrawl,
  state: Extract<CrawlState, 'finished' | 'failed'>,
  error: string | null,
  now: Date,
): Promise<boolean> {
  const ended = await transaction.query(sql`
    update crawls set state = ${state}, error = ${error}, finished_at = ${now}, ${admitCalls(sql`clock_timestamp()`)}
    where ${heldBy(crawl)} returning _id`)
  return ended.length === 1
}

/** The crawls of a source before this one, which say nothing any more. Index: crawls_by_source. */
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

/** Ends the open crawl of a source in favour of another; whoever holds it learns so when it writes next. */
export async function supersedeCrawl(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update crawls set state = 'superseded', finished_at = ${now}
    where organization_id = ${organizationId} and source_id = ${sourceId} and state in ('waiting', 'running')`)
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

/** Locks the last crawl of a source and returns it, or null. */
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

/** Open crawls of an organization from which on its recrawls wait. */
const recrawlsUpTo = organizationBounds.openCrawls / 2

/** A domain whose next crawl is due. */
export interface DueSource extends CrawlSettings {
  organization_id: string
  project_id: string
  _id: string
}

/**
 * Locks the domains that are due for a crawl; those that others have in hand are passed over, and those of organizations
 * with many open crawls wait, so that a request for a crawl finds room. Indexes: sources_by_next_crawl, crawls_open.
 */
export async function lockDueSources(transaction: Transaction, now: Date): Promise<DueSource[]> {
  return transaction.query<DueSource>(sql`
    select organization_id, project_id, _id, domain, start_url, crawling_strategy, max_pages, max_depth,
      include_patterns, exclude_patterns, crawler
    from sources s where next_crawl_at <= ${now} and ${recrawlsUpTo} > (
      select count(*) from (select from crawls c where c.organization_id = s.organization_id
        and c.state in ('waiting', 'running') limit ${recrawlsUpTo}) c)
    order by next_crawl_at limit 10 for update skip locked`)
}

export async function updateSourcePending(
  transaction: Transaction,
  source: { organization_id: string; _id: string },
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update sources set sync_status = 'pending', updated_at = ${now}
    where organization_id = ${source.organization_id} and _id = ${source._id}`)
}
