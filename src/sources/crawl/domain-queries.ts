import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfSources } from '../source-events.ts'
import type { SourceCreator } from '../source.ts'
import type { CrawlSettings } from './crawl.ts'

/** The stored settings of a domain. */
export interface DomainSettings extends CrawlSettings {
  frequency_days: number
}

/** A domain to add, with the keys by which an existing one is found. */
export interface NewDomain extends DomainSettings {
  organization_id: string
  project_id: string
  /** The id of the source, if it is new. */
  _id: string
  created_by: SourceCreator
}

/**
 * Adds a domain, or changes the settings of the project's existing one; either way it then waits for a crawl. Returns
 * its id and keeps its row locked.
 */
export async function upsertDomain(transaction: Transaction, domain: NewDomain, now: Date): Promise<string> {
  const [row] = await transaction.query<{ _id: string }>(sql`
    insert into sources as s (organization_id, project_id, _id, name, source_type, domain, start_url, crawling_strategy,
      max_pages, max_depth, include_patterns, exclude_patterns, frequency_days, crawler, created_by, created_at,
      updated_at)
    values (${domain.organization_id}, ${domain.project_id}, ${domain._id}, ${domain.domain}, 'domains', ${domain.domain},
      ${domain.start_url}, ${domain.crawling_strategy}, ${domain.max_pages}, ${domain.max_depth},
      ${domain.include_patterns}::text[], ${domain.exclude_patterns}::text[], ${domain.frequency_days},
      ${domain.crawler}, ${JSON.stringify(domain.created_by)}::jsonb, ${now}, ${now})
    on conflict (organization_id, project_id, domain) where domain is not null do update set
      start_url = excluded.start_url, crawling_strategy = excluded.crawling_strategy, max_pages = excluded.max_pages,
      max_depth = excluded.max_depth, include_patterns = excluded.include_patterns,
      exclude_patterns = excluded.exclude_patterns, frequency_days = excluded.frequency_days,
      crawler = excluded.crawler, sync_status = 'pending', sync_error = null, updated_at = excluded.updated_at,
      pages_found = case when (s.start_url, s.crawling_strategy, s.max_pages, s.max_depth, s.include_patterns,
          s.exclude_patterns, s.crawler) = (excluded.start_url, excluded.crawling_strategy, excluded.max_pages,
          excluded.max_depth, excluded.include_patterns, excluded.exclude_patterns, excluded.crawler)
        then s.pages_found else 0 end,
      failed_crawls = 0
    returning _id`)
  if (row === undefined) throw new Error('the domain was not written')
  return row._id
}

/** Returns the settings of a project's domain, or null where it is new. */
export async function selectDomainSettings(
  transaction: Transaction,
  { organization_id, project_id, domain }: Pick<NewDomain, 'organization_id' | 'project_id' | 'domain'>,
): Promise<DomainSettings | null> {
  const [settings] = await transaction.query<DomainSettings>(sql`
    select domain, start_url, crawling_strategy, max_pages, max_depth, include_patterns, exclude_patterns, crawler,
      frequency_days
    from sources
    where organization_id = ${organization_id} and project_id = ${project_id} and domain = ${domain}`)
  return settings ?? null
}

/**
 * Returns the domain of a source, null within where it is a file or a URL; null where the project has no such source.
 */
export async function selectDomain(
  db: Queryable,
  {
    organization_id,
    project_id,
    source_id,
  }: { organization_id: string; project_id: string; source_id: string },
): Promise<{ domain: string | null } | null> {
  const [source] = await db.query<{ domain: string | null }>(sql`
    select domain from sources
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${source_id}`)
  return source ?? null
}

/** The columns of a source on which the end or the cancellation of its crawl depends. */
export interface LockedSource {
  name: string
  page_count: number
  frequency_days: number | null
  /** How many pages the last complete crawl with the same settings found; 0: there was none. */
  pages_found: number
  /** How many crawls have failed one after the other. */
  failed_crawls: number
}

/**
 * Locks a source of the project; null where there is none. A source is always locked before its crawls, against
 * deadlocks.
 */
export async function lockSource(
  transaction: Transaction,
  { organization_id, project_id, _id }: { organization_id: string; project_id: string; _id: string },
): Promise<LockedSource | null> {
  const [source] = await transaction.query<LockedSource>(sql`
    select name, page_count, frequency_days, pages_found, failed_crawls from sources
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${_id} for update`)
  return source ?? null
}

/** The state of a source after a crawl. */
export interface SourceEnd {
  sync_status: 'success' | 'partial' | 'failed'
  sync_error: string | null
  next_crawl_at: Date
  /** Absent: as before. */
  pages_found?: number
  failed_crawls: number
}

export async function updateSourceEnded(
  transaction: Transaction,
  source: { organization_id: string; project_id: string; _id: string },
  { sync_status, sync_error, next_crawl_at, pages_found, failed_crawls }: SourceEnd,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    with ended as (
    update sources set sync_status = ${sync_status}, sync_error = ${sync_error}, last_crawled_at = ${now},
      next_crawl_at = ${next_crawl_at}, pages_found = coalesce(${pages_found ?? null}, pages_found),
      failed_crawls = ${failed_crawls}, updated_at = ${now}
    where organization_id = ${source.organization_id} and _id = ${source._id}
    returning *
    ), ${eventsOf(source, factsOfSources(sql`select * from ended`, now))}
    select`)
}

/** Returns whether the organization has used all indexed links of its plan. */
export async function selectIsLinkQuotaReached(db: Queryable, organizationId: string): Promise<boolean> {
  const [row] = await db.query<{ is_reached: boolean }>(sql`
    select coalesce(l.indexed, 0) >= o.plan_links as is_reached
    from organizations o left join organization_links l on l.organization_id = o._id
    where o._id = ${organizationId}`)
  return row?.is_reached ?? false
}

/** How many domains and open crawls an organization has, and whether they include the given domain. */
export interface DomainRoom {
  domains: number
  open_crawls: number
  /** Whether the project has the domain. */
  is_known: boolean
  /** Whether a crawl of the domain waits or runs, which the next one replaces. */
  is_open: boolean
}

/**
 * Returns how many domains and open crawls an organization has. Until the transaction ends, other requests that add to
 * them wait. Indexes: sources_by_domain, crawls_open.
 */
export async function lockDomainRoom(
  transaction: Transaction,
  { organization_id, project_id, domain }: Pick<NewDomain, 'organization_id' | 'project_id' | 'domain'>,
): Promise<DomainRoom> {
  await transaction.query(sql`
    select from organizations where _id = ${organization_id} for no key update`)
  const [room] = await transaction.query<DomainRoom>(sql`
    select (select count(*) from sources where organization_id = ${organization_id} and domain is not null) as domains,
      (select count(*) from crawls
        where organization_id = ${organization_id} and state in ('waiting', 'running')) as open_crawls,
      s._id is not null as is_known,
      exists (select from crawls c where c.organization_id = ${organization_id} and c.source_id = s._id
        and c.state in ('waiting', 'running')) as is_open
    from (values (1)) one
    left join sources s on s.organization_id = ${organization_id} and s.project_id = ${project_id}
      and s.domain = ${domain}`)
  if (room === undefined) throw new Error('the one row is missing')
  return room
}
