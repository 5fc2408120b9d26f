/** The crawl is no longer this process's: it was cancelled or superseded, or another worker has taken it up. */
export class LostLease extends Error {
  override name = 'LostLease'
  override message = 'the crawl is no longer held by this process'
}
