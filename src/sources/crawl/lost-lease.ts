/**
 * Thrown when this process no longer holds a crawl: it was canceled or superseded, or another worker has claimed it.
 */
export class LostLease extends Error {
  override name = 'LostLease'
  override message = 'the crawl is no longer held by this process'
}
