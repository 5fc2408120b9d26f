import type { CrawlUrlState } from '../crawl.ts'

/** Skips that leave nothing of the start; with any other it was fetched, and what it links to is known. */
export const lostStartReasons = [
  'robots',
  'scope',
  'error',
  'private_address',
  'type',
  'too_large',
  'trap',
  'depth',
] as const

/** Whether a start that stands so has brought nothing. */
export function isStartLost(state: CrawlUrlState, reason: string | null): boolean {
  if (state === 'failed' || state === 'gone') return true
  return state === 'skipped' && lostStartReasons.some((lost) => lost === reason)
}
