import type { Clock } from '../../../base/clock.ts'
import type { Db } from '../../../db/database.ts'
import type { Transaction } from '../../../db/queryable.ts'
import { updateValidators } from '../../index/store-queries.ts'
import { crawlBounds, withinRoom } from '../crawl-bounds.ts'
import { addToCounts } from '../crawl-queries.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import type { CrawlCounts, CrawlStop } from '../crawl.ts'
import { LostLease } from '../lost-lease.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import { canonicalEnd } from './crawl-store.ts'
import type { CrawlStore, FoundUrl, Settled, TakenUrl, Visit } from './crawl-store.ts'
import { liveReasons } from './dead-ends.ts'
import {
  insertUrls,
  putOffUrl,
  reviveCanonicals,
  selectFaults,
  selectKnownUrls,
  selectNearer,
  selectUrl,
  skipWaiting,
  takeUrl,
  releaseUrl,
  updateUrl,
  upsertLinks,
} from './frontier-queries.ts'
import type { NextUrl, NearerUrl } from './frontier-queries.ts'
import { indexVerdict } from './index-verdict.ts'
import type { IndexingCrawl } from './index-verdict.ts'
import { lostStartReasons } from './lost-starts.ts'
import { StoredUrls } from './stored-urls.ts'
import { urlKey } from './url-key.ts'

/** The store of a real crawl. One transaction writes the outcome of a URL, its page in the index and its links. */
export interface DatabaseStore extends CrawlStore {
  /**
   * Takes back the attempts at the URLs that are taken and not settled, because the worker was stopped. The attempt at
   * `faulty` stays: that page may be the reason why the worker failed.
   */
  giveBack: (faulty: string | null) => Promise<void>
}

/** Creates the store. A write of a process that no longer holds the crawl is rolled back with {@link LostLease}. */
export function createDatabaseStore({
  db,
  clock,
  crawl,
}: {
  db: Db
  clock: Clock
  crawl: HeldCrawl
}): DatabaseStore {
  const indexing: IndexingCrawl = { ...crawl, heldWords: new Set() }
  let counts: CrawlCounts = countsOf(crawl)
  let stop: CrawlStop | null = crawl.stopped_by
  /** The URLs that are taken and not settled yet. */
  const inProgress = new Set<string>()
  const stored = new StoredUrls()

  /** Runs the work, adds what it returns to the counts, and commits both if this process still holds the crawl. */
  async function write<T>(
    work: (transaction: Transaction) => Promise<{ more: Partial<CrawlCounts>; result: T }>,
    stopNow: CrawlStop | null = null,
  ): Promise<T> {
    return db.transaction(async (transaction) => {
      const { more, result } = await work(transaction)
      const now = await addToCounts(transaction, crawl, more, stopNow)
      if (now === null) throw new LostLease()
      counts = now
      return result
    })
  }

  return {
    counts: () => counts,
    stop: () => stop,
    add: async (found) => {
      const kept = withinRoom(ofSite(found), crawl.max_pages, counts)
      await write(async (transaction) => ({
        more: await insertUrls(transaction, crawl, stored.newsOf(kept), clock.now()),
        result: null,
      }))
      stored.add(kept)
    },
    take: async () => {
      const next = await takeUrl(db, crawl, inProgress)
      if (!next.is_held) throw new LostLease()
      if (next.url === null) return { kind: 'none' }
      if (next.wait_ms !== null) return { kind: 'later', ms: next.wait_ms }
      inProgress.add(next.url)
      return { kind: 'url', taken: takenOf(next, next.url) }
    },
    settle: async (taken, visit, decide) => {
      const kept = { ...visit, found: withinRoom(ofSite(visit.found), crawl.max_pages, counts) }
      const settled = await write((transaction) =>
        settle(transaction, indexing, taken, kept, { decide, stored }, clock.now()),
      )
      if (settled.state !== 'waiting') stored.add(kept.found)
      inProgress.delete(taken.url)
      return { ...settled, counts }
    },
    known: () => selectKnownUrls(db, crawl),
    canonicalEnd: (canonical, page) => canonicalEnd(canonical, page, (url) => selectUrl(db, crawl, url)),
    reviveCanonicals: () => write((transaction) => revive(transaction, crawl)),
    faults: () => selectFaults(db, crawl, lostStartReasons),
    skipRest: async (by, reason, detail) => {
      await write(async (transaction) => {
        const skipped = await skipWaiting(transaction, crawl, { reason, detail, inProgress }, clock.now())
        return { more: { skipped }, result: null }
      }, by)
      stop = by
    },
    giveBack: async (faulty) => {
      for (const url of inProgress) if (url !== faulty) await releaseUrl(db, crawl, url)
    },
  }
}

function takenOf(next: NextUrl, url: string): TakenUrl {
  // Without stored links an unchanged page would be a dead end, so it is fetched in full.
  const isKnown = next.links !== null
  return {
    url,
    depth: next.depth,
    hops: next.hops,
    attempts: next.attempts,
    ignoresCanonical: next.ignores_canonical,
    etag: isKnown ? next.etag : null,
    lastModified: isKnown ? next.last_modified : null,
    links: next.links,
  }
}

function countsOf({ found, fetched, indexed, unchanged, skipped, failed, gone, bytes }: HeldCrawl) {
  return { found, fetched, indexed, unchanged, skipped, failed, gone, bytes }
}

async function revive(
  transaction: Transaction,
  crawl: HeldCrawl,
): Promise<{ more: Partial<CrawlCounts>; result: number }> {
  const revived = await reviveCanonicals(transaction, crawl, liveReasons)
  return { more: { skipped: -revived }, result: revived }
}

/** Leaves out links to other sites, which only a dry run shows. */
function ofSite(found: readonly FoundUrl[]): FoundUrl[] {
  return found.filter(({ skipped }) => skipped?.reason !== 'scope')
}

async function settle(
  transaction: Transaction,
  crawl: IndexingCrawl,
  taken: TakenUrl,
  { verdict, status, isFetched, bytes, found }: Visit,
  { decide, stored }: { decide: DecideUrls; stored: StoredUrls },
  now: Date,
): Promise<{ more: Partial<CrawlCounts>; result: Omit<Settled, 'counts'> }> {
  const { url } = taken
  const cost = { fetched: isFetched ? 1 : 0, bytes }
  if (verdict.kind === 'retry') {
    const { detail, afterMs } = verdict
    await putOffUrl(transaction, crawl, { url, detail, afterMs, status, bytes })
    return { more: cost, result: { state: 'waiting', reason: null, detail, isQuotaReached: false } }
  }
  const indexed = await indexVerdict(transaction, crawl, taken, verdict, bytes, now)
  if (indexed === null) {
    const detail = 'the page had left the index'
    await putOffUrl(transaction, crawl, { url, detail, afterMs: 0, status, bytes })
    return { more: cost, result: { state: 'waiting', reason: null, detail, isQuotaReached: false } }
  }
  const { isQuotaReached = false, revived: duplicates = 0, ...outcome } = indexed
  if (outcome.state === 'skipped') await keepLinks(transaction, crawl, url, found)
  const [added, standing] = await Promise.all([
    insertUrls(transaction, crawl, stored.newsOf(found), now),
    updateUrl(transaction, crawl, { url, ...outcome, status, bytes }, now),
  ])
  const nearer = [...added.nearer]
  // A shorter path to the URL was found while it was fetched.
  if (standing !== null && standing.depth < taken.depth) nearer.push({ url, depth: standing.depth })
  const revived = await lowerDepths(transaction, crawl, nearer, decide, now)
  const more: Partial<CrawlCounts> = {
    ...cost,
    found: added.found,
    skipped: added.skipped - revived - duplicates,
  }
  more[outcome.state] = (more[outcome.state] ?? 0) + 1
  const { state, reason, detail } = outcome
  return { more, result: { state, reason, detail, isQuotaReached } }
}

/**
 * Stores the links of a page that is not indexed, until the end of the crawl: a shorter path to it may still be found.
 * They may replace the links that go with the validators of its version in the index, so these are forgotten: the next
 * crawl fetches it in full.
 */
async function keepLinks(
  transaction: Transaction,
  crawl: HeldCrawl,
  url: string,
  found: readonly FoundUrl[],
): Promise<void> {
  const links = found.flatMap((one) => (one.hops === 0 ? one.url : []))
  if (links.length === 0 || links.length > crawlBounds.linksKept) return
  await upsertLinks(transaction, crawl, url, links)
  await updateValidators(transaction, crawl, urlKey(url), { etag: null, lastModified: null })
}

/**
 * Lowers the depth of URLs reached by a shorter path, re-queues those that were skipped only because of depth, and
 * returns how many. Each round follows the links by one step and changes only URLs that are deeper, so that it ends.
 */
async function lowerDepths(
  transaction: Transaction,
  crawl: HeldCrawl,
  nearer: readonly NearerUrl[],
  decide: DecideUrls,
  now: Date,
): Promise<number> {
  let revived = 0
  for (let from = nearer; from.length > 0;) {
    const led = await selectNearer(transaction, crawl, from)
    const decisions = await decide(led)
    const found = led.flatMap((one, at) =>
      decisions[at]?.kind === 'skip' ? [] : [{ ...one, skipped: null }],
    )
    const added = await insertUrls(transaction, crawl, found, now)
    revived -= added.skipped
    from = added.nearer
  }
  return revived
}
