import { Parser } from 'htmlparser2'

/** Receives what the readers find. Each method returns false once it accepts no more. */
export interface SitemapSink {
  /** Adds a page, with `address` and `lastmod` as the file has them. */
  addPage: (address: string, lastmod: string | null) => boolean
  addSitemap: (address: string) => boolean
}

export type SitemapKind = 'urls' | 'index' | 'html'

/** Reads a file piece by piece. */
export interface SitemapReader {
  /** Returns false when the rest of the file is not needed. */
  read: (text: string) => boolean
  /** Returns what the file declares to be, or null. */
  end: () => SitemapKind | null
}

/** Longer texts cannot be URLs and are dropped. */
const addressCharactersMax = 8_000

/** The kind of a file by its outermost element. */
const kinds: Readonly<Record<string, SitemapKind>> = {
  urlset: 'urls',
  rss: 'urls',
  rdf: 'urls',
  feed: 'urls',
  sitemapindex: 'index',
  html: 'html',
}

/** The elements that describe a page or a sitemap, with their child elements for its URL and its date. */
const holders: Readonly<Record<string, { address: string; date: string }>> = {
  url: { address: 'loc', date: 'lastmod' },
  sitemap: { address: 'loc', date: 'lastmod' },
  item: { address: 'link', date: 'pubdate' },
  entry: { address: 'link', date: 'updated' },
}

/** Sitemaps are three deep, feeds four. Closing an element takes the parser time in proportion to the depth. */
const depthMax = 50

/**
 * Reads sitemaps, indexes of sitemaps, RSS and Atom. It compares local names, since any prefix is possible. The URL of
 * a page must have the same prefix as the element around it, because images and videos have URLs too. Entities that the
 * document defines are not resolved, and nothing is fetched.
 */
export function createElementReader(sink: SitemapSink): SitemapReader {
  const open: string[] = []
  let kind: SitemapKind | null = null
  let isWanted = true
  let held: { address: string | null; date: string | null } = { address: null, date: null }
  /** The text of the open URL or date element; null outside of both. */
  let text: string | null = null

  function stop(): void {
    isWanted = false
    parser.pause()
  }

  function release(holder: string): void {
    const { address, date } = held
    held = { address: null, date: null }
    if (address === null) return
    const takesMore = holder === 'sitemap' ? sink.addSitemap(address) : sink.addPage(address, date)
    if (!takesMore) stop()
  }

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length === 0) kind ??= kinds[localName(name)] ?? null
        const part = partOf(name, open.at(-1))
        if (part !== null) text = ''
        if (part === 'address' && isAlternate(attributes)) held.address ??= attributes['href'] ?? null
        // The element before may never have been closed. Then this one ends it.
        if (localName(name) in holders) release(localName(name))
        open.push(name)
        if (kind === 'html' || open.length > depthMax) stop()
      },
      ontext: (data) => {
        if (text !== null && text.length <= addressCharactersMax) text += data
      },
      onclosetag: (name, isImplied) => {
        open.pop()
        const part = partOf(name, open.at(-1))
        // A text that was cut off by the end of another element may be half a URL.
        if (part !== null && !isImplied && text !== null && text.trim() !== '')
          held[part] ??= copyOf(text.trim())
        if (part !== null) text = null
        if (localName(name) in holders) release(localName(name))
      },
    },
    { xmlMode: true },
  )
  return {
    read: (piece) => {
      if (isWanted) parser.write(piece)
      return isWanted
    },
    end: () => {
      if (isWanted) parser.end()
      return kind
    },
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

/** Returns whether an element holds the URL or the date of the element around it. */
function partOf(name: string, around: string | undefined): 'address' | 'date' | null {
  const holder = around === undefined ? undefined : holders[localName(around)]
  if (holder === undefined || prefixOf(name) !== prefixOf(around!)) return null
  if (localName(name) === holder.address) return 'address'
  return localName(name) === holder.date ? 'date' : null
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

/** Returns whether an Atom link leads to the page itself. */
function isAlternate({ rel }: Readonly<Record<string, string>>): boolean {
  return rel === undefined || rel === 'alternate'
}

/** Copies a text: a substring would keep the whole piece of the file in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

/** Reads a sitemap with one URL per line. Other lines are ignored. */
export function createLineReader(sink: SitemapSink): SitemapReader {
  let begun = ''
  return {
    read: (text) => {
      const lines = (begun + text).split(/\r\n|\r|\n/)
      begun = (lines.pop() ?? '').slice(0, addressCharactersMax)
      return lines.every((line) => sink.addPage(line, null))
    },
    end: () => {
      sink.addPage(begun, null)
      return null
    },
  }
}
