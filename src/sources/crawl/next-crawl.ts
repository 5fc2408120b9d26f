import { createHash } from 'node:crypto'

const dayMs = 86_400_000
/** The most by which a crawl is moved; also at most a tenth of the time between two crawls. */
const spreadMsMax = dayMs / 2

/**
 * Returns when a domain is crawled next (Rule 35): `frequencyDays` after its last crawl, half a day earlier or later at
 * most. The source's id decides by how much, so that domains that were added together are not crawled together.
 */
export function nextCrawlAt(sourceId: string, frequencyDays: number, finishedAt: Date): Date {
  return spread(sourceId, frequencyDays * dayMs, finishedAt)
}

/** How long after a first failed crawl the next one comes. */
const firstRetryMs = 3_600_000
/** After so many doublings the delay is longer than any time between two crawls. */
const doublingsMax = 14

/**
 * Returns when a domain is crawled next whose last crawl has failed. That is an hour later, and twice as long after
 * each further failure in a row, but never later than if it had not failed (Rule 182).
 *
 * @param failures the crawls that have failed one after the other, from 1.
 */
export function nextRetryAt(
  sourceId: string,
  failures: number,
  { frequencyDays, finishedAt }: { frequencyDays: number; finishedAt: Date },
): Date {
  const retryMs = firstRetryMs * 2 ** Math.min(failures - 1, doublingsMax)
  return retryMs < frequencyDays * dayMs
    ? spread(sourceId, retryMs, finishedAt)
    : nextCrawlAt(sourceId, frequencyDays, finishedAt)
}

function spread(sourceId: string, delayMs: number, from: Date): Date {
  const spreadMs = Math.min(spreadMsMax, delayMs / 10)
  // From -1 to 1.
  const share = createHash('sha256').update(sourceId).digest().readInt32BE() / 2 ** 31
  return new Date(from.getTime() + delayMs + Math.round(share * spreadMs))
}
