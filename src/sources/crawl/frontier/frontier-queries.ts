import type { Queryable, Transaction } from '../../../db/queryable.ts'
import { sql } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CrawlKey, HeldCrawl } from '../crawl-queries.ts'
import type { CrawlUrlState } from '../crawl.ts'
import { stepsMax } from './crawl-store.ts'
import type { CrawlFaults, FoundUrl, KnownOutcome } from './crawl-store.ts'
import { urlKey } from './url-key.ts'

/** A known URL with the lower depth that a shorter path gives it. */
export interface NearerUrl {
  url: string
  depth: number
}

/** What adding URLs has changed. */
export interface AddedUrls {
  found: number
  skipped: number
  /** Known URLs whose depth was lowered. */
  nearer: NearerUrl[]
}

/** What a URL that waits again loses. */
const waitsAgain = sql`state = 'waiting', settled_at = null, reason = null, detail = null, leads_to = null,
        attempts = 0`

/**
 * Adds URLs that the crawl does not know. A URL that was skipped for its depth waits again when a shorter path to it is
 * found, and one that was skipped for its canonical page when a redirection leads back to it. Returns what this adds to
 * the counts, and the known URLs whose depth was lowered.
 */
export async function insertUrls(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  found: readonly FoundUrl[],
  now: Date,
): Promise<AddedUrls> {
  if (found.length === 0) return { found: 0, skipped: 0, nearer: [] }
  const isRevived = sql`(u.state = 'skipped' and (u.reason = 'depth' and g.depth < u.depth
    or u.reason = 'canonical' and g.hops > 0))`
  const [row] = await transaction.query<AddedUrls>(sql`
    with given as materialized (
      select * from unnest(${found.map(({ url }) => urlKey(url))}::bytea[], ${found.map(({ url }) => url)}::text[],
        ${found.map(({ depth }) => depth)}::smallint[], ${found.map(({ foundOn }) => foundOn)}::text[],
        ${found.map(({ hops }) => hops)}::smallint[], ${found.map(({ changedAt }) => changedAt)}::timestamptz[],
        ${found.map(({ skipped }) => skipped?.reason ?? null)}::text[],
        ${found.map(({ skipped }) => skipped?.detail ?? null)}::text[])
        with ordinality g (url_key, url, depth, found_on, hops, changed_at, reason, detail, place)
    ), revived as (
      update crawl_urls u set ${waitsAgain}, depth = least(u.depth, g.depth), hops = g.hops,
        ignores_canonical = u.reason = 'canonical'
      from given g
      where u.organization_id = ${organization_id} and u.crawl_id = ${_id} and u.url_key = g.url_key
        and g.reason is null and ${isRevived}
      returning u.url_key
    ), nearer as (
      update crawl_urls u set depth = g.depth from given g
      where u.organization_id = ${organization_id} and u.crawl_id = ${_id} and u.url_key = g.url_key
        and g.reason is null and g.depth < u.depth and not ${isRevived}
      returning u.url, u.depth
    ), inserted as (
      insert into crawl_urls (organization_id, crawl_id, url_key, url, depth, found_on, hops, changed_at, state, reason,
        detail, settled_at)
      select ${organization_id}::uuid, ${_id}::uuid, url_key, url, depth, found_on, hops, changed_at,
        case when reason is null then 'waiting' else 'skipped' end, reason, detail,
        case when reason is not null then ${now}::timestamptz end
      from given order by place
      on conflict do nothing returning reason
    )
    select (select count(*) from inserted) as found,
      (select count(reason) from inserted) - (select count(*) from revived) as skipped,
      coalesce((select jsonb_agg(to_jsonb(nearer)) from nearer), '[]') as nearer`)
  return row ?? { found: 0, skipped: 0, nearer: [] }
}

/**
 * Returns the URLs to which these give a shorter path: by the stored links of pages, and by redirections and canonical
 * links.
 */
export async function selectNearer(
  transaction: Transaction,
  { organization_id, _id, source_id }: HeldCrawl,
  from: readonly NearerUrl[],
): Promise<Omit<FoundUrl, 'skipped'>[]> {
  const keyOf = (column: Sql) => sql`sha256(convert_to(${column}, 'UTF8'))`
  const rows = await transaction.query<Omit<FoundUrl, 'skipped' | 'changedAt'>>(sql`
    with given as materialized (
      select * from unnest(${from.map(({ url }) => urlKey(url))}::bytea[], ${from.map(({ url }) => url)}::text[],
        ${from.map(({ depth }) => depth)}::smallint[]) g (url_key, url, depth)
    ), led as materialized (
      select g.url as found_on, g.depth + 1 as depth, 0 as hops, ${keyOf(sql`link`)} as url_key
      from given g
      join page_links l on l.organization_id = ${organization_id} and l.source_id = ${source_id} and l.url_key = g.url_key,
        lateral unnest(l.links) link
      union all
      select g.url, g.depth, p.hops + 1, ${keyOf(sql`p.leads_to`)}
      from given g
      join crawl_urls p on p.organization_id = ${organization_id} and p.crawl_id = ${_id} and p.url_key = g.url_key
      where p.state = 'skipped' and p.reason in ('redirect', 'canonical')
    )
    select distinct on (u.url_key) u.url, led.depth, led.found_on as "foundOn", led.hops
    from led join crawl_urls u on u.organization_id = ${organization_id} and u.crawl_id = ${_id} and u.url_key = led.url_key
    where led.depth < u.depth order by u.url_key, led.depth, led.hops`)
  return rows.map((row) => ({ ...row, changedAt: null }))
}

/** The next URL of a crawl, and whether this process still holds the crawl. */
export interface NextUrl {
  is_held: boolean
  /** Null where none waits. */
  url: string | null
  depth: number
  hops: number
  attempts: number
  ignores_canonical: boolean
  /** Null where it is due. */
  wait_ms: number | null
  etag: string | null
  last_modified: string | null
  links: string[] | null
}

/**
 * Returns the next URL, and counts an attempt where it is due. Lower depths come first; within a depth, retries come
 * last and the URLs that changed most recently, by their sitemap, come first. URLs in progress are skipped. Indexes:
 * crawl_urls_waiting; those of pages and links by URL. These are read by a sub-select, because a join read all pages
 * and links of the source.
 */
export async function takeUrl(
  db: Queryable,
  crawl: HeldCrawl,
  inProgress: Iterable<string>,
): Promise<NextUrl> {
  const { organization_id, _id, source_id, lease_token } = crawl
  const taken = Array.from(inProgress, urlKey)
  const [row] = await db.write<NextUrl>(sql`
    with held as materialized (
      select _id from crawls where organization_id = ${organization_id} and _id = ${_id} and lease_token = ${lease_token}
        and state = 'running'
    ), next as materialized (
      select url_key, url, depth, hops, attempts, ignores_canonical, not_before,
        not_before is null or not_before <= clock_timestamp() as is_due
      from crawl_urls
      where organization_id = ${organization_id} and crawl_id = ${_id} and state = 'waiting'
        and url_key <> all(${taken}::bytea[])
      order by depth, not_before nulls first, changed_at desc nulls last, position limit 1
    ), taken as (
      update crawl_urls u set attempts = u.attempts + 1 from next
      where u.organization_id = ${organization_id} and u.crawl_id = ${_id} and u.url_key = next.url_key
        and next.is_due and exists (select from held)
    )
    select exists (select from held) as is_held, next.url, next.depth, next.hops, next.attempts + 1 as attempts,
      next.ignores_canonical, p.etag, p.last_modified, l.links,
      case when not next.is_due then 1000 * extract(epoch from next.not_before - clock_timestamp())::float end as wait_ms
    from (values (1)) one (row)
    left join next on true
    left join page_links l
      on l.organization_id = ${organization_id} and l.source_id = ${source_id} and l.url_key = (select url_key from next)
    left join source_pages p
      on p.organization_id = ${organization_id} and p.source_id = ${source_id} and p.url_key = (select url_key from next)`)
  if (row === undefined) throw new Error('a query that always has one row returned none')
  return row
}

/** Takes back the attempt at a URL that a worker did not finish because it was stopped. */
export async function releaseUrl(
  db: Queryable,
  { organization_id, _id }: CrawlKey,
  url: string,
): Promise<void> {
  await db.write(sql`
    update crawl_urls set attempts = attempts - 1
    where organization_id = ${organization_id} and crawl_id = ${_id} and url_key = ${urlKey(url)}
      and state = 'waiting' and attempts > 0`)
}

/** A taken URL with its outcome. */
export interface SettledUrl {
  url: string
  state: Exclude<CrawlUrlState, 'waiting'>
  reason: string | null
  detail: string | null
  leadsTo: string | null
  status: number | null
  bytes: number
}

/**
 * Writes the outcome. Returns the depth, which may have changed since the URL was taken; null where it was settled
 * already.
 */
export async function updateUrl(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  { url, state, reason, detail, leadsTo, status, bytes }: SettledUrl,
  now: Date,
): Promise<{ depth: number } | null> {
  const [row] = await transaction.query<{ depth: number }>(sql`
    update crawl_urls set state = ${state}, reason = ${reason}, detail = ${detail}, leads_to = ${leadsTo},
      status_code = ${status}, bytes = coalesce(bytes, 0) + ${bytes}::bigint, not_before = null, settled_at = ${now}
    where organization_id = ${organization_id} and crawl_id = ${_id} and url_key = ${urlKey(url)}
      and state = 'waiting'
    returning depth`)
  return row ?? null
}

/** Puts off a URL that will be tried again. */
export async function putOffUrl(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  off: { url: string; detail: string; afterMs: number; status: number | null; bytes: number },
): Promise<void> {
  await transaction.query(sql`
    update crawl_urls set not_before = clock_timestamp() + ${off.afterMs} * interval '1 millisecond',
      detail = ${off.detail}, status_code = ${off.status}, bytes = coalesce(bytes, 0) + ${off.bytes}::bigint
    where organization_id = ${organization_id} and crawl_id = ${_id} and url_key = ${urlKey(off.url)}
      and state = 'waiting'`)
}

/** Skips all URLs that wait and are not in progress, and returns how many. */
export async function skipWaiting(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  { reason, detail, inProgress }: { reason: string; detail: string; inProgress: Iterable<string> },
  now: Date,
): Promise<number> {
  const skipped = await transaction.query(sql`
    update crawl_urls set state = 'skipped', reason = ${reason}, detail = ${detail}, not_before = null,
      settled_at = ${now}
    where organization_id = ${organization_id} and crawl_id = ${_id} and state = 'waiting'
      and url_key <> all(${Array.from(inProgress, urlKey)}::bytea[])
    returning url_key`)
  return skipped.length
}

/**
 * Lets the URLs wait again that were skipped because a page has their text, which has left the index since. Returns how
 * many. By the primary key, over the URLs of the crawl.
 */
export async function reviveDuplicates(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  url: string,
): Promise<number> {
  const revived = await transaction.query(sql`
    update crawl_urls set ${waitsAgain}
    where organization_id = ${organization_id} and crawl_id = ${_id} and state = 'skipped' and reason = 'duplicate'
      and leads_to = ${url}
    returning url_key`)
  return revived.length
}

/**
 * Lets the URLs wait again that were skipped because they name a canonical address, if that address, or the end of its
 * redirections, failed, is gone, or was skipped for a reason that is not in `liveReasons`, or if the redirections never
 * end. They then ignore the address. Canonical links are not followed: an address that was skipped for one waits again
 * itself. Returns how many. By the primary key, over the URLs of the crawl.
 */
export async function reviveCanonicals(
  transaction: Transaction,
  { organization_id, _id }: CrawlKey,
  liveReasons: readonly string[],
): Promise<number> {
  const revived = await transaction.query(sql`
    with recursive led as (
      select url_key, leads_to, 0 as step from crawl_urls
      where organization_id = ${organization_id} and crawl_id = ${_id} and state = 'skipped' and reason = 'canonical'
      union all
      select l.url_key, c.leads_to, l.step + 1 from led l
      join crawl_urls c on c.organization_id = ${organization_id} and c.crawl_id = ${_id}
        and c.url_key = sha256(convert_to(l.leads_to, 'UTF8'))
      where c.state = 'skipped' and c.reason = 'redirect' and l.step <= ${stepsMax}
    ), dead as (
      select distinct l.url_key from led l
      join crawl_urls c on c.organization_id = ${organization_id} and c.crawl_id = ${_id}
        and c.url_key = sha256(convert_to(l.leads_to, 'UTF8'))
      where l.step > ${stepsMax} or c.state in ('failed', 'gone')
        or c.state = 'skipped' and c.reason <> all(${liveReasons}::text[])
    )
    update crawl_urls u set ${waitsAgain}, ignores_canonical = true
    from dead
    where u.organization_id = ${organization_id} and u.crawl_id = ${_id} and u.url_key = dead.url_key
    returning u.url_key`)
  return revived.length
}

/** Returns the addresses of a source's pages in the index: a thousand at most. */
export async function selectPageUrls(
  db: Queryable,
  { organization_id, source_id }: HeldCrawl,
): Promise<string[]> {
  const rows = await db.query<{ url: string }>(sql`
    select url from source_pages
    where organization_id = ${organization_id} and source_id = ${source_id} and url is not null`)
  return rows.map(({ url }) => url)
}

/** Returns the URLs that were not skipped when they were found. */
export async function selectKnownUrls(db: Queryable, { organization_id, _id }: CrawlKey): Promise<string[]> {
  const rows = await db.query<{ url: string }>(sql`
    select url from crawl_urls where organization_id = ${organization_id} and crawl_id = ${_id}
      and (reason is null or reason not in ('scope', 'type', 'pattern', 'depth', 'trap'))`)
  return rows.map(({ url }) => url)
}

export async function selectUrl(
  db: Queryable,
  { organization_id, _id }: CrawlKey,
  url: string,
): Promise<KnownOutcome | null> {
  const [row] = await db.query<KnownOutcome>(sql`
    select state, reason, leads_to as "leadsTo" from crawl_urls
    where organization_id = ${organization_id} and crawl_id = ${_id} and url_key = ${urlKey(url)}`)
  return row ?? null
}

/**
 * Returns what happened to the start (null where it is indexed under one of its addresses), an example of the failures,
 * how many pages gave no answer, and whether the plan had no room for one.
 */
export async function selectFaults(
  db: Queryable,
  { organization_id, _id }: CrawlKey,
  losses: readonly string[],
): Promise<CrawlFaults> {
  const urls = sql`from crawl_urls where organization_id = ${organization_id} and crawl_id = ${_id}`
  const said = sql`url || ': ' || case state when 'gone' then 'there is no such page' else coalesce(detail, 'it failed') end`
  const [row] = await db.query<CrawlFaults>(sql`
    select (select ${said} ${urls} and depth = 0 and (state in ('failed', 'gone')
          or state = 'skipped' and reason = any(${losses}::text[]))
          and not exists (select ${urls} and depth = 0 and state in ('indexed', 'unchanged'))
        order by position limit 1) as start,
      (select ${said} ${urls} and state = 'failed' order by position limit 1) as page,
      (select count(*) ${urls} and state = 'failed' and leads_to is null and (status_code is null
        or status_code between 200 and 299 or status_code = 408 or status_code >= 429)) as unanswered,
      exists (select ${urls} and state = 'skipped' and reason = 'quota') as "isPlanFull"`)
  return row ?? { start: null, page: null, unanswered: 0, isPlanFull: false }
}

/** Stores the links of a page; writes nothing where they are the same. */
export async function upsertLinks(
  transaction: Transaction,
  { organization_id, source_id }: HeldCrawl,
  url: string,
  links: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    insert into page_links as l (organization_id, source_id, url_key, links)
    values (${organization_id}, ${source_id}, ${urlKey(url)}, ${links}::text[])
    on conflict (organization_id, source_id, url_key) do update set links = excluded.links
      where l.links <> excluded.links`)
}

/** Removes the links of a page that has too many to store. The next crawl then fetches it in full. */
export async function deleteLinks(
  transaction: Transaction,
  { organization_id, source_id }: HeldCrawl,
  url: string,
): Promise<void> {
  await transaction.query(sql`
    delete from page_links
    where organization_id = ${organization_id} and source_id = ${source_id} and url_key = ${urlKey(url)}`)
}

/** Removes the links of pages that are not in the index any more. */
export async function deleteStrayLinks(
  transaction: Transaction,
  { organization_id, source_id }: HeldCrawl,
): Promise<void> {
  await transaction.query(sql`
    delete from page_links l
    where l.organization_id = ${organization_id} and l.source_id = ${source_id}
      and not exists (select from source_pages p where p.organization_id = ${organization_id}
        and p.source_id = ${source_id} and p.url_key = l.url_key)`)
}

/**
 * Returns the indexed page that this crawl is least likely to see, so that it can make room for a page that the crawl
 * has seen; null where it has seen all.
 */
export async function selectUnseenPage(
  transaction: Transaction,
  { organization_id, source_id, _id }: HeldCrawl,
): Promise<string | null> {
  const [row] = await transaction.query<{ url: string }>(sql`
    select p.url from source_pages p
    left join crawl_urls u on u.organization_id = p.organization_id and u.crawl_id = ${_id} and u.url_key = p.url_key
    where p.organization_id = ${organization_id} and p.source_id = ${source_id}
      and (u.state is null or u.state in ('waiting', 'skipped', 'gone'))
    order by u.state = 'waiting' nulls first, u.depth desc, u.position desc limit 1`)
  return row?.url ?? null
}
