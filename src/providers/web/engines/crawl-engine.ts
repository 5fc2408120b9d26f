/** A page that a crawl wants next. */
export interface WantedPage {
  url: string
  /** What the index knows of it, so that the server may answer that it has not changed. */
  etag: string | null
  lastModified: string | null
}

/** What came of a wanted page. Where it leads by redirection is not asked for: that is another page, to be wanted. */
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
      /** The document is larger than pages are taken. */
      isCut: boolean
    }
  | { kind: 'redirected'; status: number; to: string; bytes: number }
  /** The guard of outgoing requests does not let it. */
  | { kind: 'refused'; reason: string; detail: string }
  /** No answer, or none that can be read. */
  | { kind: 'failed'; reason: string; detail: string; bytes: number }

/** The side of an engine that decides: which page is next, and what a fetched one means. */
export interface CrawlDriver<Wanted extends WantedPage> {
  /** Answers when the next page may be asked for; null once there is none left. */
  next: () => Promise<Wanted | null>
  visit: (wanted: Wanted, fetched: FetchedPage) => Promise<void>
  /** Breaks the crawl off, the request under way included. */
  signal: AbortSignal
}

/** Fetches the pages of a crawl one after another. */
export interface CrawlEngine {
  /** Resolves once no page is left; rejects with whatever `next` or `visit` did, or with the signal's reason. */
  run: <Wanted extends WantedPage>(course: CrawlDriver<Wanted>) => Promise<void>
}

/** The largest document, unpacked, that is taken as a page. */
export const pageBytesMax = 5 * 1_048_576
/** How long a server has for a whole document. */
export const pageTimeoutMs = 15_000
