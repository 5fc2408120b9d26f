import type { Db } from '../../db/database.ts'
import { selectIsHostWanted } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'

/** A crawl keeps its host for so long at least, where others wait for it; then it goes to the end of the line. */
const bounds = { ms: 10 * 60_000, requests: 200 }
/** Between two looks whether others wait. */
const lookEveryMs = 5_000

/** Thrown by a crawl that lets others have its host. */
export class HostYielded extends Error {
  override name = 'HostYielded'
  override message = 'the crawl lets others go to its host'
}

/**
 * The turn of a crawl at its host, since one crawl at a time goes there, of whatever organization. What it answers is
 * asked before each request.
 *
 * @throws {HostYielded} once the turn is over and another crawl waits.
 */
export function beginHostTurn(db: Db, crawl: HeldCrawl): (fetched: number) => Promise<void> {
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
