import type { Db } from '../../db/database.ts'
import { selectIsHostWanted } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'

/** How long a crawl keeps its host while other crawls wait for it. */
const bounds = { ms: 10 * 60_000, requests: 200 }
/** The pause between two checks whether others wait. */
const lookEveryMs = 5_000

/** Thrown by a crawl that yields its host to others. */
export class HostYielded extends Error {
  override name = 'HostYielded'
  override message = 'the crawl yields its host to another crawl'
}

/**
 * Begins the slice of time for which a crawl keeps its host: at any time, only one crawl of all organizations sends
 * requests to a host. The returned function is called before each request.
 *
 * @throws {HostYielded} once the slice is over and another crawl waits.
 */
export function beginHostSlice(db: Db, crawl: HeldCrawl): (fetched: number) => Promise<void> {
  const begunAt = performance.now()
  let lookedAt = -Infinity
  return async (fetched) => {
    const now = performance.now()
    const isOver = now - begunAt >= bounds.ms || fetched - crawl.fetched >= bounds.requests
    if (!isOver || now - lookedAt < lookEveryMs) return
    lookedAt = now
    if (await selectIsHostWanted(db, crawl)) throw new HostYielded()
  }
}
