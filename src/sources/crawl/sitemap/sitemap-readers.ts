import { Parser } from 'htmlparser2'

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
const addressCharactersMax = 8_000

/** What the outermost element makes a file. */
const kinds: Readonly<Record<string, SitemapKind>> = {
  urlset: 'urls',
  rss: 'urls',
  rdf: 'urls',
  feed: 'urls',
  sitemapindex: 'index',
  html: 'html',
}

/** The elements of a page or a sitemap, and those in them that hold its address and its date. */
const holders: Readonly<Record<string, { address: string; date: string }>> = {
  url: { address: 'loc', date: 'lastmod' },
  sitemap: { address: 'loc', date: 'lastmod' },
  item: { address: 'link', date: 'pubdate' },
  entry: { address: 'link', date: 'updated' },
}

/** Sitemaps are three deep, feeds four. The parser takes time by the depth for each element that it closes. */
const depthMax = 50

/**
 * Reads the elements of sitemaps, indexes of them, RSS and Atom, by their local names: prefixes may be anything, but an
 * address has that of the element around it, since images and videos have addresses too. Entities that a document type
 * defines stay what they are; nothing is ever fetched.
 */
export function createElementReader(sink: SitemapSink): SitemapReader {
  const open: string[] = []
  let kind: SitemapKind | null = null
  let isWanted = true
  let held: { address: string | null; date: string | null } = { address: null, date: null }
  /** Of the address or date that is open; null outside of both. */
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
        // One that was never closed is as good as the next.
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
        // Half an address is another one.
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

/** What an element is to the one around it. */
function partOf(name: string, around: string | undefined): 'address' | 'date' | null {
  const holder = around === undefined ? undefined : holders[localName(around)]
  if (holder === undefined || prefixOf(name) !== prefixOf(around!)) return null
  if (localName(name) === holder.address) return 'address'
  return localName(name) === holder.date ? 'date' : null
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

/** Atom's links are attributes, and may lead to other things than the page. */
function isAlternate({ rel }: Readonly<Record<string, string>>): boolean {
  return rel === undefined || rel === 'alternate'
}

/** A part of a string keeps all of it in memory, here a piece of the file for each address. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

/** Reads a sitemap of one URL a line. What is no URL is passed over. */
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
