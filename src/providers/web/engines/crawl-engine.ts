import type { PrivateHosts } from '../guard/private-hosts.ts'
import type { Resolver } from '../guard/resolver.ts'
import type { WebFetch } from '../guard/web-fetch.ts'
import type { RobotsFiles } from '../robots-file.ts'

/** A page that a crawl wants next. */
export interface WantedPage {
  url: string
  /** From the last crawl, so that the server can answer that the page has not changed. */
  etag: string | null
  lastModified: string | null
}

/** The result of a fetch. A redirection is not followed: its target is another page for the crawl to decide on. */
export type FetchedPage =
  | {
      kind: 'answered'
      status: number
      /** Names in lower case. */
      headers: Record<string, string>
      /** The document, where it is HTML: as the server sent it, or as scripts have made it. */
      html: string | null
      /** On the wire, those of scripts and the like included. */
      bytes: number
      /** The document is larger than `pageBytesMax`; `html` is then not whole. */
      isCut: boolean
    }
  | { kind: 'redirected'; status: number; to: string; bytes: number }
  /** The guard of outgoing requests forbids it. */
  | { kind: 'refused'; reason: string; detail: string }
  /** No answer, or none that can be read. */
  | { kind: 'failed'; reason: string; detail: string; bytes: number }

/** Fetches the pages of a crawl, one at a time. It ends with `await using`. */
export interface CrawlEngine extends AsyncDisposable {
  /**
   * Fetches a page. Nothing that the site does makes it reject.
   *
   * @throws the signal's reason where it aborts, or where the engine itself does not work (Chromium can't be started).
   */
  fetch: (wanted: WantedPage, signal: AbortSignal) => Promise<FetchedPage>
}

/** What engines reach the web by. */
export interface EngineContext {
  webFetch: WebFetch
  robotsOf: RobotsFiles
  privateHosts: PrivateHosts
  userAgent: string
  lookup: Resolver
  /** The folder that Chromium is unpacked into, where the system has none. */
  chromiumDir: string
}

/** The largest document, unpacked, that is taken as a page. */
export const pageBytesMax = 5 * 1_048_576
/** How long a server has for a whole document. */
export const pageTimeoutMs = 15_000
