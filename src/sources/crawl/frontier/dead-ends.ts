import type { CrawlUrlState } from '../crawl.ts'

/**
 * The reasons for skipping a URL after which a page that names it as its canonical address stays skipped: the text is
 * at a third address.
 */
export const liveReasons = ['redirect', 'canonical', 'duplicate'] as const

/** Returns whether a URL with this outcome has no text, so that a page that names it as canonical is to be indexed. */
export function isDeadEnd(state: CrawlUrlState, reason: string | null): boolean {
  if (state === 'failed' || state === 'gone') return true
  return state === 'skipped' && !liveReasons.some((live) => live === reason)
}
