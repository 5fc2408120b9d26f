import { uuidv7 } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import { urlKey } from '../crawl/frontier/url-key.ts'
import type { ReadDocument } from './document.ts'
import { indexForm } from './index-form.ts'
import { searchConfigurationOf } from './languages.ts'
import {
  addToSource,
  deletePages,
  giveLinksBack,
  insertChunks,
  insertWords,
  lockSource,
  selectChunks,
  selectHasPage,
  selectLikePages,
  selectPagesNotSeen,
  selectStoredPage,
  selectUrlState,
  takeLink,
  updateValidators,
  upsertPage,
} from './store-queries.ts'
import type { Compared, LockedSource, PageRow } from './store-queries.ts'
import { areSameButForTrivia } from './trivia.ts'

/** Identifies a page in the index. */
export interface PagePlace {
  organizationId: string
  sourceId: string
  /** Normalized; null for a file, which is one page. */
  url: string | null
}

export interface PageToStore extends PagePlace {
  projectId: string
  document: ReadDocument
  byteSize: number
  etag: string | null
  lastModified: string | null
  /** The crawl that fetched the page; null for a page that an operator adds. */
  crawlId: string | null
  /** How many pages the source may have. */
  pagesMax: number
  /**
   * Words that the source is known to have, at most 50,000: they are not looked up again. Words that an earlier
   * transaction has stored are added to it. Absent for a single page.
   */
  heldWords?: Set<string>
}

/** `duplicate`: another page of the source has this text. `superseded`: the source has been deleted. */
export type StoreOutcome =
  | { kind: 'indexed' }
  | { kind: 'unchanged' }
  | { kind: 'duplicate'; of: string }
  | { kind: 'quota' }
  | { kind: 'limit' }
  | { kind: 'superseded' }

/**
 * Indexes a page or updates it. `unchanged` writes nothing, except where the page has validators for the first time or
 * none any more. If pages are nearly identical, the index keeps the first one (Rule 36). It locks the source, then the
 * organization's link counter: a few milliseconds for a usual page.
 *
 * @param isMoved Whether the page was dropped at another URL just before: it keeps its link.
 */
export async function storePage(
  transaction: Transaction,
  page: PageToStore,
  now: Date,
  isMoved = false,
): Promise<StoreOutcome> {
  const { organizationId, sourceId, document } = page
  const source = await lockSource(transaction, organizationId, sourceId)
  if (source === null) return { kind: 'superseded' }
  const compared = { ...page, ...document, urlKey: keyOf(page) }
  const stored = await selectStoredPage(transaction, compared)
  if (stored?.is_unchanged === true) {
    const validators = validatorsOf(page)
    const hasValidators = validators.etag !== null || validators.lastModified !== null
    if (stored.has_validators !== hasValidators)
      await updateValidators(
        transaction,
        { organization_id: organizationId, source_id: sourceId },
        compared.urlKey,
        validators,
      )
    return { kind: 'unchanged' }
  }
  const twin = await findTwin(transaction, compared, document)
  if (twin !== null) {
    if (await mayVanish(transaction, page, twin)) {
      await dropPage(transaction, { ...page, url: twin }, now)
      return storePage(transaction, page, now, true)
    }
    // The end of the crawl decides whether pages leave that now have the text of another one.
    if (page.crawlId === null) await dropPage(transaction, page, now)
    return { kind: 'duplicate', of: twin }
  }
  if (stored === null && source.page_count >= page.pagesMax) return { kind: 'limit' }
  if (stored === null && isLink(source) && !(await takeLink(transaction, organizationId, isMoved)))
    return { kind: 'quota' }
  const words = await writePage(transaction, page, { _id: stored?._id ?? uuidv7(), source }, now)
  if (stored === null || words > 0)
    await addToSource(transaction, organizationId, sourceId, { pages: stored === null ? 1 : 0, words }, now)
  return { kind: 'indexed' }
}

/**
 * Returns whether a crawl knows nothing of an indexed page, or has given it up. The page may have moved to the URL that
 * has its text now, and leave the index at the end of the crawl.
 */
async function mayVanish(
  transaction: Transaction,
  { organizationId, crawlId }: PageToStore,
  url: string,
): Promise<boolean> {
  if (crawlId === null) return false
  const state = await selectUrlState(transaction, { organizationId, crawlId }, urlKey(url))
  return state === null || state === 'skipped' || state === 'gone'
}

/**
 * Returns the URL of another page of the source with the same text, or with the same title and a text that differs in
 * trivia.
 */
async function findTwin(
  transaction: Transaction,
  compared: Compared,
  { chunks }: ReadDocument,
): Promise<string | null> {
  for (const { _id, url, has_same_text } of await selectLikePages(transaction, compared))
    if (has_same_text || areSameButForTrivia(await selectChunks(transaction, compared, _id), chunks))
      return url
  return null
}

const validatorCharactersMax = 300

/** Writes the page with its passages and words. Returns how many words are new to the source. */
async function writePage(
  transaction: Transaction,
  page: PageToStore,
  { _id, source }: { _id: string; source: LockedSource },
  now: Date,
): Promise<number> {
  const { document } = page
  const row: PageRow = {
    organization_id: page.organizationId,
    project_id: page.projectId,
    source_id: page.sourceId,
    _id,
    url: page.url,
    url_key: keyOf(page),
    title: document.title,
    language: document.language,
    text_hash: document.textHash,
    simhash: document.simhash,
    text_size: sizeOf(document),
    chunk_count: document.chunks.length,
    byte_size: page.byteSize,
    etag: validatorsOf(page).etag,
    last_modified: validatorsOf(page).lastModified,
  }
  const configuration = searchConfigurationOf(document.language)
  const titleForm = indexForm(document.title)
  await upsertPage(transaction, row, now)
  const words = new Set(wordsIn(titleForm))
  for (let at = 0; at < document.chunks.length; at += chunksAtOnce) {
    const chunks = document.chunks.slice(at, at + chunksAtOnce).map((chunk) => ({
      ...chunk,
      headingForm: indexForm(chunk.heading),
      textForm: indexForm(chunk.text),
    }))
    await insertChunks(transaction, row, { configuration, titleForm, chunks, first: at + 1 })
    for (const { headingForm, textForm } of chunks)
      for (const word of wordsIn(`${headingForm} ${textForm}`)) words.add(word)
  }
  return addWords(transaction, row, words, { room: wordsMax - source.word_count, held: page.heldWords })
}

/** Adds a page's words to its source. Returns how many are new to it. */
async function addWords(
  transaction: Transaction,
  row: PageRow,
  words: ReadonlySet<string>,
  { room, held }: { room: number; held: Set<string> | undefined },
): Promise<number> {
  if (room <= 0) return 0
  // Sorted, so that two transactions lock words in the same order and cannot deadlock.
  const unknown = [...words].filter((word) => held?.has(word) !== true).sort()
  const given = unknown.slice(0, room)
  if (given.length === 0) return 0
  const added = new Set(await insertWords(transaction, row, given))
  // The new ones may be rolled back; the others were there before.
  for (const word of given) if (!added.has(word) && held !== undefined && held.size < wordsMax) held.add(word)
  return added.size
}

/** Passages per statement: those of a large page are several megabytes, which are copied several times. */
const chunksAtOnce = 200

/** Distinct words that are kept of a source, to correct misspelled questions. */
export const wordsMax = 50_000

/** Returns the words that are long enough to be recognized when misspelled. */
export function wordsIn(form: string): string[] {
  return form.split(' ').filter((word) => /^[\p{L}\p{M}]{4,30}$/u.test(word))
}

function validatorsOf({ etag, lastModified }: PageToStore) {
  return { etag: keptValidator(etag), lastModified: keptValidator(lastModified) }
}

/** Returns null for an ETag or date that is too long to store; the next crawl then fetches the whole page. */
function keptValidator(validator: string | null): string | null {
  return validator !== null && validator.length > validatorCharactersMax ? null : validator
}

/** Returns whether the source's pages count as links of the plan: those of domains and URLs do, files do not. */
function isLink({ source_type }: LockedSource): boolean {
  return source_type !== 'files'
}

function keyOf({ url }: PagePlace): Buffer {
  return urlKey(url ?? '')
}

function sizeOf({ chunks }: ReadDocument): number {
  return chunks.reduce((sum, { text }) => sum + text.length, 0)
}

/**
 * Returns whether the index has the page, for a server that says it is unchanged. If not, the crawl must fetch it in
 * full. Writes nothing: the crawl records which pages it has seen.
 */
export async function keepPage(transaction: Transaction, page: PagePlace): Promise<boolean> {
  return selectHasPage(transaction, page.organizationId, page.sourceId, keyOf(page))
}

/** Removes a page from the index. Returns false if it is not there. */
export async function dropPage(transaction: Transaction, page: PagePlace, now: Date): Promise<boolean> {
  const dropped = await dropPages(transaction, page, [keyOf(page)], now)
  return dropped.length > 0
}

/** Removes the pages that a complete crawl has not seen, and returns their URLs. Pages that failed stay. */
export async function dropPagesNotSeen(
  transaction: Transaction,
  source: { organizationId: string; sourceId: string; crawlId: string },
  now: Date,
): Promise<string[]> {
  const { organizationId, sourceId, crawlId } = source
  const unseen = await selectPagesNotSeen(transaction, organizationId, sourceId, crawlId)
  return unseen.length === 0 ? [] : dropPages(transaction, source, unseen, now)
}

async function dropPages(
  transaction: Transaction,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
  urlKeys: readonly Buffer[],
  now: Date,
): Promise<string[]> {
  const source = await lockSource(transaction, organizationId, sourceId)
  if (source === null) return []
  const dropped = await deletePages(transaction, organizationId, sourceId, urlKeys)
  if (dropped.length === 0) return []
  await addToSource(transaction, organizationId, sourceId, { pages: -dropped.length, words: 0 }, now)
  if (isLink(source)) await giveLinksBack(transaction, organizationId, dropped.length)
  return dropped
}
