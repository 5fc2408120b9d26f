import { crawlBounds } from '../crawl-bounds.ts'

/**
 * How long a URL is left alone whose server was at fault: what the server asks for, up to a bound, else the given pause,
 * four times as long after each further attempt.
 */
export function retryDelay(attempts: number, retryAfter: string | null, firstMs: number): number {
  const asked = retryAfter === null ? 0 : readRetryAfter(retryAfter)
  return Math.min(Math.max(asked, firstMs * 4 ** (attempts - 1)), crawlBounds.retryAfterMs)
}

/** Seconds only: a date is by the clock of the server, and few send one. */
function readRetryAfter(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1_000 : 0
}
