import type { PrivateHosts } from '../guard/private-hosts.ts'
import type { Resolver } from '../guard/resolver.ts'
import type { WebFetch } from '../guard/web-fetch.ts'
import type { RobotsFiles } from '../robots-file.ts'

/** A page that a crawl wants next. */
export interface WantedPage {
  url: string
  /** From the last crawl; the server can then answer that the page has not changed. */
  etag: string | null
  lastModified: string | null
}

/** The result of a fetch. A redirect is not followed: its target is another page, and the crawl decides about it. */
export type FetchedPage =
  | {
      kind: 'answered'
      status: number
      /** Names in lower case. */
      headers: Record<string, string>
      /** The document if it is HTML: as the server sent it, or as its scripts changed it. */
      html: string | null
      /** Bytes on the wire, including those of scripts and data. */
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
   * Fetches a page. Never rejects for anything that the site does.
   *
   * @throws the signal's reason if it aborts; an error if the engine itself does not work, because Chromium can't be
   *   started.
   */
  fetch: (wanted: WantedPage, signal: AbortSignal) => Promise<FetchedPage>
}

/** How engines reach the web. */
export interface EngineContext {
  webFetch: WebFetch
  robotsOf: RobotsFiles
  privateHosts: PrivateHosts
  userAgent: string
  lookup: Resolver
  /** The folder in which Chromium is unpacked if the system has none. */
  chromiumDir: string
}

/** The largest document, in bytes after unpacking, that is read as a page. */
export const pageBytesMax = 5 * 1_048_576
/** How long a server has for a whole document. */
export const pageTimeoutMs = 15_000
