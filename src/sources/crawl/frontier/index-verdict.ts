import type { Transaction } from '../../../db/queryable.ts'
import { dropPage, keepPage, storePage } from '../../index/store-page.ts'
import type { StoreOutcome } from '../../index/store-page.ts'
import { selectIsPlanExceeded } from '../../index/store-queries.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import { LostLease } from '../lost-lease.ts'
import type { TakenUrl, Verdict } from './crawl-store.ts'
import { deleteLinks, reviveDuplicates, selectUnseenPage, upsertLinks } from './frontier-queries.ts'
import type { SettledUrl } from './frontier-queries.ts'

/** The outcome of a URL once the index is written. */
export interface IndexedAs extends Pick<SettledUrl, 'state' | 'reason' | 'detail' | 'leadsTo'> {
  /** Whether no page finds room any more: the plan's links are used up, and the crawl has seen all indexed pages. */
  isQuotaReached?: boolean
  /** How many URLs wait again: they have the text of the page that has left the index. */
  revived?: number
}

/** A crawl, with the words that its source is known to have. */
export interface IndexingCrawl extends HeldCrawl {
  heldWords: Set<string>
}

/** Applies a verdict to the index, and returns the outcome; null where an unchanged page is missing from the index. */
export async function indexVerdict(
  transaction: Transaction,
  crawl: IndexingCrawl,
  taken: TakenUrl,
  verdict: Exclude<Verdict, { kind: 'retry' }>,
  byteSize: number,
  now: Date,
): Promise<IndexedAs | null> {
  const { url } = taken
  const page = {
    organizationId: crawl.organization_id,
    projectId: crawl.project_id,
    sourceId: crawl.source_id,
    crawlId: crawl._id,
    url,
  }
  const plain = { reason: null, detail: null, leadsTo: null }
  switch (verdict.kind) {
    case 'unchanged':
      return (await keepPage(transaction, page)) ? { state: 'unchanged', ...plain } : null
    case 'failed':
      return { state: 'failed', reason: 'error', detail: verdict.detail, leadsTo: verdict.leadsTo ?? null }
    case 'gone':
      return { state: 'gone', ...plain, revived: await giveUp(transaction, crawl, page, true, now) }
    case 'skipped': {
      const { reason, detail, leadsTo } = verdict
      const revived = await giveUp(transaction, crawl, page, forbids.has(reason), now)
      return { state: 'skipped', reason, detail, leadsTo, revived }
    }
    case 'page': {
      const { document, etag, lastModified, links } = verdict
      const { max_pages: pagesMax, heldWords } = crawl
      const stored = { ...page, document, byteSize, etag, lastModified, pagesMax, heldWords }
      const outcome = await storeWithRoom(transaction, crawl, stored, now)
      switch (outcome.kind) {
        case 'indexed':
        case 'unchanged':
          if (links === null) await deleteLinks(transaction, crawl, url)
          else await upsertLinks(transaction, crawl, url, links)
          return { state: outcome.kind, ...plain }
        case 'duplicate':
          return {
            state: 'skipped',
            reason: 'duplicate',
            detail: `nearly the same text as ${outcome.of}`,
            leadsTo: outcome.of,
          }
        case 'quota':
        case 'over_plan':
          return {
            state: 'skipped',
            ...plain,
            reason: 'quota',
            detail: 'the organization has as many links as its plan allows',
            isQuotaReached: outcome.kind === 'quota',
          }
        case 'limit':
          return {
            state: 'skipped',
            ...plain,
            reason: 'limit',
            detail: 'the source has as many pages as max_pages allows',
          }
        case 'superseded':
          throw new LostLease()
      }
    }
  }
}

/** The reasons by which a site forbids to index a page. */
const forbids: ReadonlySet<string> = new Set(['robots', 'noindex'])

/**
 * Gives up a page: removes it from the index at once, or leaves it to the end of the crawl, which removes it only if
 * the crawl is complete. Returns how many URLs with its text are to be read again.
 */
async function giveUp(
  transaction: Transaction,
  crawl: HeldCrawl,
  page: Parameters<typeof dropPage>[1] & { url: string },
  isAtOnce: boolean,
  now: Date,
): Promise<number> {
  const wasThere = isAtOnce ? await dropPage(transaction, page, now) : await keepPage(transaction, page)
  return wasThere ? reviveDuplicates(transaction, crawl, page.url) : 0
}

/**
 * Stores a page. Where the source or organization is full, a page that this crawl has not seen is dropped to make room.
 * `over_plan`: that would make none, because the plan was lowered below what is indexed. Nothing was dropped, and pages
 * that the crawl has not seen yet may keep their place.
 */
async function storeWithRoom(
  transaction: Transaction,
  crawl: HeldCrawl,
  page: Parameters<typeof storePage>[1],
  now: Date,
): Promise<StoreOutcome | { kind: 'over_plan' }> {
  const outcome = await storePage(transaction, page, now)
  if (outcome.kind !== 'limit' && outcome.kind !== 'quota') return outcome
  const unseen = await selectUnseenPage(transaction, crawl)
  if (unseen === null || unseen === page.url) return outcome
  if (await selectIsPlanExceeded(transaction, page.organizationId)) return { kind: 'over_plan' }
  await dropPage(transaction, { ...page, url: unseen }, now)
  return storeWithRoom(transaction, crawl, page, now)
}
