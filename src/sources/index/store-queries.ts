import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { CrawlUrlState } from '../crawl/crawl.ts'
import type { SourceType } from '../source.ts'
import type { Chunk } from './document.ts'

/** A source whose row is locked. Every change of its pages needs this lock. */
export interface LockedSource {
  source_type: SourceType
  page_count: number
  word_count: number
}

/** Locks a source. Returns null where it has been deleted. */
export async function lockSource(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
): Promise<LockedSource | null> {
  const [source] = await transaction.query<LockedSource>(sql`
    select source_type, page_count, word_count from sources
    where organization_id = ${organizationId} and _id = ${sourceId} for update`)
  return source ?? null
}

/** The properties by which a page is compared with stored ones. */
export interface Compared {
  organizationId: string
  sourceId: string
  urlKey: Buffer
  title: string
  textHash: Buffer
  simhash: bigint
}

export interface StoredPage {
  _id: string
  is_unchanged: boolean
  has_validators: boolean
}

/** Returns the stored page with this URL, or null. */
export async function selectStoredPage(transaction: Transaction, page: Compared): Promise<StoredPage | null> {
  const [stored] = await transaction.query<StoredPage>(sql`
    select _id, text_hash = ${page.textHash} and title = ${page.title} as is_unchanged,
      etag is not null or last_modified is not null as has_validators
    from source_pages
    where organization_id = ${page.organizationId} and source_id = ${page.sourceId} and url_key = ${page.urlKey}`)
  return stored ?? null
}

/** Returns the state of a URL in a crawl; null where the crawl does not know it. By the primary key of crawl_urls. */
export async function selectUrlState(
  transaction: Transaction,
  { organizationId, crawlId }: { organizationId: string; crawlId: string },
  urlKey: Buffer,
): Promise<CrawlUrlState | null> {
  const [url] = await transaction.query<{ state: CrawlUrlState }>(sql`
    select state from crawl_urls
    where organization_id = ${organizationId} and crawl_id = ${crawlId} and url_key = ${urlKey}`)
  return url?.state ?? null
}

/** The most of the 64 bits that differ between near-identical texts. */
const simhashBitsMax = 3
/** The most pages whose whole text is compared. */
const nearPagesMax = 5

/** Another page of the source that may have the text of this one. */
export interface LikePage {
  _id: string
  /** The title of a page without a URL. */
  url: string
  has_same_text: boolean
}

/**
 * Returns pages of the source with the same text, else those with the same title whose text may differ in trivia only,
 * the most likely first and of several the oldest. It compares all pages of the source, at most 1,000: that takes less
 * time than maintaining an index for it.
 */
export async function selectLikePages(transaction: Transaction, page: Compared): Promise<LikePage[]> {
  return transaction.query<LikePage>(sql`
    select _id, coalesce(url, title) as url, text_hash = ${page.textHash} as has_same_text from source_pages,
      lateral (select bit_count((simhash # ${page.simhash.toString()}::bigint)::bit(64)) as distance) d
    where organization_id = ${page.organizationId} and source_id = ${page.sourceId} and url_key <> ${page.urlKey}
      and (text_hash = ${page.textHash} or title = ${page.title} and distance <= ${simhashBitsMax}::integer)
    order by text_hash = ${page.textHash} desc, distance, first_indexed_at, _id limit ${nearPagesMax}`)
}

/** Returns the passages of a page in their order. */
export async function selectChunks(
  db: Queryable,
  { organizationId }: { organizationId: string },
  pageId: string,
): Promise<Chunk[]> {
  return db.query<Chunk>(sql`
    select heading, anchor, text from page_chunks
    where organization_id = ${organizationId} and page_id = ${pageId} order by ordinal`)
}

/**
 * Takes one link of the plan. Returns false where none is left. The row stays locked until the transaction ends, so
 * that two crawls of an organization cannot both take the last one (Promise 13).
 *
 * @param isReturned Whether the transaction has given one back, which it then gets again whatever the plan is by now.
 */
export async function takeLink(
  transaction: Transaction,
  organizationId: string,
  isReturned: boolean,
): Promise<boolean> {
  const taken = await transaction.query(sql`
    insert into organization_links as l (organization_id, indexed)
    select _id, 1 from organizations where _id = ${organizationId} and (plan_links > 0 or ${isReturned}::boolean)
    on conflict (organization_id) do update set indexed = l.indexed + 1
      where ${isReturned}::boolean
        or l.indexed < (select plan_links from organizations o where o._id = l.organization_id)
    returning organization_id`)
  return taken.length === 1
}

/**
 * Returns whether the organization has more indexed links than its plan allows: the plan was lowered. Then a page that
 * is dropped makes no room for another one.
 */
export async function selectIsPlanExceeded(
  transaction: Transaction,
  organizationId: string,
): Promise<boolean> {
  const [links] = await transaction.query<{ is_exceeded: boolean }>(sql`
    select l.indexed > o.plan_links as is_exceeded
    from organization_links l join organizations o on o._id = l.organization_id
    where l.organization_id = ${organizationId}`)
  return links?.is_exceeded ?? false
}

/** Frees links of the plan after pages were removed. */
export async function giveLinksBack(
  transaction: Transaction,
  organizationId: string,
  count: number,
): Promise<void> {
  await transaction.query(sql`
    update organization_links set indexed = indexed - ${count} where organization_id = ${organizationId}`)
}

export interface SourceKey {
  organization_id: string
  project_id: string
  source_id: string
}

export interface PageRow extends SourceKey {
  _id: string
  url: string | null
  url_key: Buffer
  title: string
  language: string
  text_hash: Buffer
  simhash: bigint
  text_size: number
  chunk_count: number
  byte_size: number
  etag: string | null
  last_modified: string | null
}

/** Inserts or updates a page and deletes its passages; the caller then inserts the new ones. */
export async function upsertPage(transaction: Transaction, row: PageRow, now: Date): Promise<void> {
  await transaction.query(sql`
    with old as (delete from page_chunks where organization_id = ${row.organization_id} and page_id = ${row._id})
    insert into source_pages (organization_id, project_id, source_id, _id, url, url_key, title, language, text_hash,
      simhash, text_size, chunk_count, byte_size, etag, last_modified, first_indexed_at, indexed_at)
    values (${row.organization_id}, ${row.project_id}, ${row.source_id}, ${row._id}, ${row.url}, ${row.url_key},
      ${row.title}, ${row.language}, ${row.text_hash}, ${row.simhash.toString()}::bigint, ${row.text_size},
      ${row.chunk_count}, ${row.byte_size}, ${row.etag}, ${row.last_modified}, ${now}, ${now})
    on conflict (organization_id, _id) do update set title = excluded.title, language = excluded.language,
      text_hash = excluded.text_hash, simhash = excluded.simhash, text_size = excluded.text_size,
      chunk_count = excluded.chunk_count, byte_size = excluded.byte_size, etag = excluded.etag,
      last_modified = excluded.last_modified, indexed_at = excluded.indexed_at`)
}

/** Replaces the validators of a page, if it is in the index. Writes nothing where they are the same. */
export async function updateValidators(
  transaction: Transaction,
  { organization_id, source_id }: Pick<SourceKey, 'organization_id' | 'source_id'>,
  urlKey: Buffer,
  { etag, lastModified }: { etag: string | null; lastModified: string | null },
): Promise<void> {
  await transaction.query(sql`
    update source_pages set etag = ${etag}, last_modified = ${lastModified}
    where organization_id = ${organization_id} and source_id = ${source_id} and url_key = ${urlKey}
      and (etag, last_modified) is distinct from (${etag}::text, ${lastModified}::text)`)
}

export interface NewChunk {
  heading: string
  anchor: string | null
  text: string
  /** Heading and text, normalized by `indexForm`. */
  headingForm: string
  textForm: string
}

/** Inserts passages with one statement. `first` is the ordinal of the first one. */
export async function insertChunks(
  transaction: Transaction,
  row: PageRow,
  {
    configuration,
    titleForm,
    chunks,
    first,
  }: { configuration: string; titleForm: string; chunks: readonly NewChunk[]; first: number },
): Promise<void> {
  await transaction.query(sql`
    insert into page_chunks (organization_id, project_id, source_id, page_id, ordinal, heading, anchor, text, words,
      heading_words)
    select ${row.organization_id}, ${row.project_id}, ${row.source_id}, ${row._id},
      c.ordinal + ${first - 1}::integer, c.heading, c.anchor, c.text,
      h.words || setweight(to_tsvector(${configuration}::regconfig, c.text_form), 'D'), strip(h.words)
    from unnest(${chunks.map(({ heading }) => heading)}::text[], ${chunks.map(({ anchor }) => anchor)}::text[],
        ${chunks.map(({ text }) => text)}::text[], ${chunks.map(({ headingForm }) => headingForm)}::text[],
        ${chunks.map(({ textForm }) => textForm)}::text[])
      with ordinality c (heading, anchor, text, heading_form, text_form, ordinal),
      lateral (select setweight(to_tsvector(${configuration}::regconfig, ${titleForm}), 'A')
        || setweight(to_tsvector(${configuration}::regconfig, c.heading_form), 'B') as words) h`)
}

/**
 * Adds words to a source, and returns those that were new. The others are left out before their form is made and before
 * an insert is begun for each: most words of a page are known. Without `offset 0` the planner joins the whole table
 * while it has no statistics. Index: primary key.
 */
export async function insertWords(
  transaction: Transaction,
  { organization_id, project_id, source_id }: SourceKey,
  words: readonly string[],
): Promise<string[]> {
  const added = await transaction.query<{ word: string }>(sql`
    with missing as materialized (
      select given.word from unnest(${words}::text[]) given (word)
      where not exists (
        select from source_words w
        where w.organization_id = ${organization_id} and w.source_id = ${source_id} and w.word = given.word offset 0))
    insert into source_words (organization_id, project_id, source_id, word, form)
    select ${organization_id}, ${project_id}, ${source_id}, word, search_form(word) from missing order by word
    on conflict (organization_id, source_id, word) do nothing returning word`)
  return added.map(({ word }) => word)
}

/** Returns how many words a source stores. */
export async function selectWordCount(
  db: Queryable,
  { organization_id, source_id }: SourceKey,
): Promise<number> {
  const [source] = await db.query<{ word_count: number }>(sql`
    select word_count from sources where organization_id = ${organization_id} and _id = ${source_id}`)
  return source?.word_count ?? 0
}

/** Returns the pages of a source, the newest first: a thousand at most. */
export async function selectTitles(
  db: Queryable,
  { organization_id, source_id }: SourceKey,
): Promise<{ _id: string; title: string }[]> {
  return db.query<{ _id: string; title: string }>(sql`
    select _id, title from source_pages
    where organization_id = ${organization_id} and source_id = ${source_id} order by _id desc`)
}

/** Deletes the words of a source that are not among these. */
export async function deleteOtherWords(
  transaction: Transaction,
  { organization_id, source_id }: SourceKey,
  words: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    delete from source_words w
    where w.organization_id = ${organization_id} and w.source_id = ${source_id}
      and not exists (select from unnest(${words}::text[]) kept (word) where kept.word = w.word)`)
}

/** Counts the words of a source anew. */
export async function recountWords(
  transaction: Transaction,
  { organization_id, source_id }: SourceKey,
): Promise<void> {
  await transaction.query(sql`
    update sources set word_count = (
      select count(*) from source_words where organization_id = ${organization_id} and source_id = ${source_id})
    where organization_id = ${organization_id} and _id = ${source_id}`)
}

/** Deletes pages and returns their URLs (or titles, for files). */
export async function deletePages(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
  urlKeys: readonly Buffer[],
): Promise<string[]> {
  const deleted = await transaction.query<{ url: string }>(sql`
    delete from source_pages
    where organization_id = ${organizationId} and source_id = ${sourceId} and url_key = any(${urlKeys}::bytea[])
    returning coalesce(url, title) as url`)
  return deleted.map(({ url }) => url)
}

/** Returns the pages of a source that a crawl has neither indexed, nor found unchanged, nor failed to fetch. */
export async function selectPagesNotSeen(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
  crawlId: string,
): Promise<Buffer[]> {
  const pages = await transaction.query<{ url_key: Buffer }>(sql`
    select p.url_key from source_pages p
    where p.organization_id = ${organizationId} and p.source_id = ${sourceId}
      and not exists (select from crawl_urls u
        where u.organization_id = p.organization_id and u.crawl_id = ${crawlId} and u.url_key = p.url_key
          and u.state in ('indexed', 'unchanged', 'failed'))`)
  return pages.map(({ url_key }) => url_key)
}

/** Adds to the counts of pages and words that a source stores. */
export async function addToSource(
  transaction: Transaction,
  organizationId: string,
  sourceId: string,
  { pages, words }: { pages: number; words: number },
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update sources set page_count = page_count + ${pages}, word_count = word_count + ${words}, updated_at = ${now}
    where organization_id = ${organizationId} and _id = ${sourceId}`)
}

/** Returns whether the index has a page with this URL. */
export async function selectHasPage(
  db: Queryable,
  organizationId: string,
  sourceId: string,
  urlKey: Buffer,
): Promise<boolean> {
  const rows = await db.query(sql`
    select _id from source_pages
    where organization_id = ${organizationId} and source_id = ${sourceId} and url_key = ${urlKey}`)
  return rows.length === 1
}

/**
 * Merges the pending lists of the GIN indexes, which every search has to read in full. Only the owner of an index may
 * do so; for another role this does nothing and autovacuum does it later. The indexes are shared by all tenants.
 */
export async function clearLateEntries(db: Queryable): Promise<void> {
  await db.write(sql`
    select gin_clean_pending_list(c.oid::regclass) from pg_class c
    where c.oid in (to_regclass('page_chunks_words'), to_regclass('page_chunks_heading_words'))
      and pg_has_role(c.relowner, 'usage')`)
}
