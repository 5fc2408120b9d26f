import { createHash } from 'node:crypto'

const dayMs = 86_400_000
/** The most by which a crawl is moved; also at most a tenth of the time between two crawls. */
const spreadMsMax = dayMs / 2

/**
 * Returns when a domain is crawled next (Rule 35): `frequencyDays` after its last crawl, half a day earlier or later at most.
 * The source's id decides by how much, so that domains that were added together are not crawled together.
 */
export function nextCrawlAt(sourceId: string, frequencyDays: number, finishedAt: Date): Date {
  const spreadMs = Math.min(spreadMsMax, (frequencyDays * dayMs) / 10)
  // From -1 to 1.
  const share = createHash('sha256').update(sourceId).digest().readInt32BE() / 2 ** 31
  return new Date(finishedAt.getTime() + frequencyDays * dayMs + Math.round(share * spreadMs))
}
