/** Where the readers of sitemaps put what they find. Each answers false once it takes no more. */
export interface SitemapSink {
  /** An address as it is written, and when it says that the page was changed. */
  addPage: (address: string, lastmod: string | null) => boolean
  addSitemap: (address: string) => boolean
}

export type SitemapKind = 'urls' | 'index' | 'html'

/** Takes a file piece by piece. */
export interface SitemapReader {
  /** False: the rest is not wanted. */
  read: (text: string) => boolean
  /** What the file says that it is; null where it doesn't. */
  end: () => SitemapKind | null
}

/** Longer texts are no addresses, and not kept. */
export const addressCharactersMax = 8_000
