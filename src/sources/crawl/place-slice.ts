import type { Db } from '../../db/database.ts'
import { selectIsPlaceWanted } from './claim-crawl.ts'
import type { HeldCrawl } from './crawl-queries.ts'

/** The pause between two checks whether others wait. */
const lookEveryMs = 5_000

/** Thrown by a crawl that yields its place in the worker to another. */
export class PlaceYielded extends Error {
  override name = 'PlaceYielded'
  override message = 'the crawl yields its place to another crawl'
}

/**
 * Begins the slice of time for which a crawl keeps a place of its worker. The returned function is called before each
 * request. The time counts from its first call, which never throws: each slice makes at least one request, so that a
 * crawl always comes to its end.
 *
 * @throws {PlaceYielded} once the slice has lasted `sliceMs` and a crawl waits that would get the place.
 */
export function beginPlaceSlice(db: Db, crawl: HeldCrawl, sliceMs: number): () => Promise<void> {
  let begunAt: number | null = null
  let lookedAt = -Infinity
  return async () => {
    const now = performance.now()
    begunAt ??= now
    if (now === begunAt || now - begunAt < sliceMs || now - lookedAt < Math.min(lookEveryMs, sliceMs)) return
    lookedAt = now
    if (await selectIsPlaceWanted(db, crawl)) throw new PlaceYielded()
  }
}
