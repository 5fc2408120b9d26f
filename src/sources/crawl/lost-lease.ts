/** This process does not hold the crawl any more: it was canceled or superseded, or another worker claimed it. */
export class LostLease extends Error {
  override name = 'LostLease'
  override message = 'the crawl is no longer held by this process'
}
