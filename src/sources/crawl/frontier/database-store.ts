import type { Clock } from '../../../base/clock.ts'
import type { Db } from '../../../db/database.ts'
import type { Transaction } from '../../../db/queryable.ts'
import { crawlBounds, urlsMaxOf } from '../crawl-bounds.ts'
import type { CrawlCounts, CrawlStop } from '../crawl.ts'
import { addToCounts } from '../crawl-queries.ts'
import type { HeldCrawl } from '../crawl-queries.ts'
import { standingOf } from './crawl-store.ts'
import type { CrawlStore, FoundUrl, Settled, TakenUrl, Visit } from './crawl-store.ts'
import type { DecideUrls } from '../rules/decide-url.ts'
import {
  insertUrls,
  putOffUrl,
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
import type { HeadOfLine, NearerUrl } from './frontier-queries.ts'
import { indexVerdict } from './index-verdict.ts'
import { LostLease } from '../lost-lease.ts'
import { lostStartReasons } from './lost-starts.ts'

/** The store of a crawl that counts: a URL, its page in the index and what it brought are written at once or not at all. */
export interface DatabaseStore extends CrawlStore {
  /**
   * Takes back the attempts at the URLs that are taken and not settled, since a worker was stopped at them. The attempt at
   * `faulty` stays: the page may be why the worker failed.
   */
  giveBack: (faulty: string | null) => Promise<void>
}

/** Every write holds only while the crawl is this process's; else it is taken back with {@link LostLease}. */
export function createDatabaseStore({
  db,
  clock,
  crawl,
}: {
  db: Db
  clock: Clock
  crawl: HeldCrawl
}): DatabaseStore {
  let counts: CrawlCounts = countsOf(crawl)
  let stop: CrawlStop | null = crawl.stopped_by
  /** Taken, and not settled yet. */
  const atHand = new Set<string>()

  /** Runs the work, adds what it answers to the counts, and commits both if the crawl is still ours. */
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
      const kept = withinRoom(found, crawl, counts)
      await write(async (transaction) => ({
        more: await insertUrls(transaction, crawl, kept, clock.now()),
        result: null,
      }))
    },
    take: async () => {
      const head = await takeUrl(db, crawl, atHand)
      if (!head.is_held) throw new LostLease()
      if (head.url === null) return { kind: 'none' }
      if (head.wait_ms !== null) return { kind: 'later', ms: head.wait_ms }
      atHand.add(head.url)
      return { kind: 'url', taken: takenOf(head, head.url) }
    },
    settle: async (taken, visit, decide) => {
      const kept = { ...visit, found: withinRoom(visit.found, crawl, counts) }
      const settled = await write((transaction) =>
        settle(transaction, crawl, taken, kept, decide, clock.now()),
      )
      atHand.delete(taken.url)
      return { ...settled, counts }
    },
    known: () => selectKnownUrls(db, crawl),
    standingOf: async (url) => standingOf((await selectUrl(db, crawl, url))?.state ?? null),
    faults: () => selectFaults(db, crawl, lostStartReasons),
    skipRest: async (by, reason, detail) => {
      await write(async (transaction) => {
        const skipped = await skipWaiting(transaction, crawl, { reason, detail, atHand }, clock.now())
        return { more: { skipped }, result: null }
      }, by)
      stop = by
    },
    giveBack: async (faulty) => {
      const innocent = [...atHand].filter((url) => url !== faulty)
      await Promise.all(innocent.map((url) => releaseUrl(db, crawl, url)))
    },
  }
}

function takenOf(head: HeadOfLine, url: string): TakenUrl {
  // Without its links an unchanged page would be a dead end.
  const isKnown = head.links !== null
  return {
    url,
    depth: head.depth,
    hops: head.hops,
    attempts: head.attempts,
    ignoresCanonical: head.ignores_canonical,
    etag: isKnown ? head.etag : null,
    lastModified: isKnown ? head.last_modified : null,
    links: head.links,
  }
}

function countsOf({ found, fetched, indexed, unchanged, skipped, failed, gone, bytes }: HeldCrawl) {
  return { found, fetched, indexed, unchanged, skipped, failed, gone, bytes }
}

/** Drops links to other sites, and those beyond the number of URLs that a crawl stores. */
function withinRoom(found: readonly FoundUrl[], { max_pages }: HeldCrawl, counts: CrawlCounts): FoundUrl[] {
  const byUrl = new Map<string, FoundUrl>()
  for (const one of found) if (one.skipped?.reason !== 'scope' && !byUrl.has(one.url)) byUrl.set(one.url, one)
  return [...byUrl.values()].slice(0, Math.max(0, urlsMaxOf(max_pages) - counts.found))
}

async function settle(
  transaction: Transaction,
  crawl: HeldCrawl,
  taken: TakenUrl,
  { verdict, status, isFetched, bytes, found }: Visit,
  decide: DecideUrls,
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
  const { isQuotaReached = false, ...outcome } = indexed
  if (outcome.state === 'skipped') await keepLinks(transaction, crawl, url, found)
  const [added, standing] = await Promise.all([
    insertUrls(transaction, crawl, found, now),
    updateUrl(transaction, crawl, { url, ...outcome, status, bytes }, now),
  ])
  const nearer = [...added.nearer]
  // It was found by a shorter way while it was fetched.
  if (standing !== null && standing.depth < taken.depth) nearer.push({ url, depth: standing.depth })
  const revived = await bringNearer(transaction, crawl, nearer, decide, now)
  const more: Partial<CrawlCounts> = { ...cost, found: added.found, skipped: added.skipped - revived }
  more[outcome.state] = (more[outcome.state] ?? 0) + 1
  const { state, reason, detail } = outcome
  return { more, result: { state, reason, detail, isQuotaReached } }
}

/** The links of what is not in the index are wanted only until the end of the crawl, should it turn out to lie nearer. */
async function keepLinks(
  transaction: Transaction,
  crawl: HeldCrawl,
  url: string,
  found: readonly FoundUrl[],
): Promise<void> {
  const links = found.flatMap((one) => (one.hops === 0 ? one.url : []))
  if (links.length > 0 && links.length <= crawlBounds.linksKept)
    await upsertLinks(transaction, crawl, url, links)
}

/**
 * Lowers the depth of URLs reached by a shorter path, re-queues those that were skipped only because of depth, and returns how
 * many. Each round goes one link further and changes only deeper URLs, so that it ends.
 */
async function bringNearer(
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
