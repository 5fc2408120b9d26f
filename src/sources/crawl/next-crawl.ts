import { createHash } from 'node:crypto'

const dayMs = 86_400_000
/** How far a crawl may be moved: at most so much, and at most a tenth of the time until it. */
const spreadMsMax = dayMs / 2

/**
 * When a domain is crawled next (Rule 35): so many days after its last crawl, moved by half a day at most, either way. Its id decides
 * how far, so that domains that were added together are not crawled together for ever.
 */
export function nextCrawlAt(sourceId: string, frequencyDays: number, finishedAt: Date): Date {
  const spreadMs = Math.min(spreadMsMax, (frequencyDays * dayMs) / 10)
  // From -1 to 1.
  const share = createHash('sha256').update(sourceId).digest().readInt32BE() / 2 ** 31
  return new Date(finishedAt.getTime() + frequencyDays * dayMs + Math.round(share * spreadMs))
}
