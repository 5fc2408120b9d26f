import { crawlBounds } from '../crawl-bounds.ts'

/**
 * Returns the pause before a URL whose server failed is tried again: the pause that the server asks for, up to a bound,
 * or `firstMs` if that is longer. `firstMs` grows fourfold with each further attempt.
 */
export function retryDelay(attempts: number, retryAfter: string | null, firstMs: number): number {
  const asked = retryAfter === null ? 0 : readRetryAfter(retryAfter)
  return Math.min(Math.max(asked, firstMs * 4 ** (attempts - 1)), crawlBounds.retryAfterMs)
}

/** Reads seconds only: a date would depend on the server's clock, and few servers send one. */
function readRetryAfter(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1_000 : 0
}
