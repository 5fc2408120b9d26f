import type { CrawlUrlState } from '../crawl.ts'

/** The reasons for which a start is skipped before its links are read. With any other reason its links are known. */
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

/** Returns whether a start with this outcome has brought no links. */
export function isStartLost(state: CrawlUrlState, reason: string | null): boolean {
  if (state === 'failed' || state === 'gone') return true
  return state === 'skipped' && lostStartReasons.some((lost) => lost === reason)
}
