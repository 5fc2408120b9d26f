import type { FoundUrl } from './crawl-store.ts'

/**
 * The URLs that a process has stored for a crawl. Most links of a page are among them and change nothing, so that the
 * database need not be asked about them. Nobody else changes the URLs of a crawl while the process holds it.
 */
export class StoredUrls {
  /** By URL the least depth at which it may be taken; infinite if it was only skipped. */
  readonly #depths = new Map<string, number>()

  /** Returns those that may change something: they are new, nearer than before, or reached by a redirection. */
  newsOf(found: readonly FoundUrl[]): FoundUrl[] {
    return found.filter(({ url, depth, hops, skipped }) => {
      const known = this.#depths.get(url)
      return hops > 0 || known === undefined || (skipped === null && known > depth)
    })
  }

  /** Must be called after the commit that stores them. */
  add(found: readonly FoundUrl[]): void {
    for (const { url, depth, skipped } of found) {
      const known = this.#depths.get(url) ?? Infinity
      this.#depths.set(url, skipped === null ? Math.min(known, depth) : known)
    }
  }
}
