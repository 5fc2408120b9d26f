import { crawlBounds } from '../crawl-bounds.ts'

/**
 * Returns the pause before a URL is tried again whose server failed: what the server asks for, up to a bound, or the given
 * pause if that is longer, four times as long after each further attempt.
 */
export function retryDelay(attempts: number, retryAfter: string | null, firstMs: number): number {
  const asked = retryAfter === null ? 0 : readRetryAfter(retryAfter)
  return Math.min(Math.max(asked, firstMs * 4 ** (attempts - 1)), crawlBounds.retryAfterMs)
}

/** Reads seconds only: a date goes by the clock of the server, and few servers send one. */
function readRetryAfter(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1_000 : 0
}
