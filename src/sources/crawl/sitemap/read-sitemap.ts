import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { constants, createGunzip } from 'node:zlib'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import { createElementReader, createLineReader } from './sitemap-readers.ts'
import type { SitemapKind, SitemapReader, SitemapSink } from './sitemap-readers.ts'

/** A page in a sitemap. */
export interface SitemapEntry {
  /** Normalized by `normalizeUrl`. */
  url: string
  /** As the file has it; null where it is missing. */
  lastmod: string | null
}

export type SitemapReading =
  /** Each URL once, in the order of the file. */
  | { kind: 'urls'; entries: SitemapEntry[] }
  | { kind: 'index'; sitemaps: string[] }
  | { kind: 'fault'; message: string }

/** The limits of the protocol (https://www.sitemaps.org/protocol.html). The rest of a larger file is ignored. */
export const sitemapBytesMax = 50 * 1_048_576
export const sitemapEntriesMax = 50_000

/**
 * Reads a sitemap, an index of sitemaps, an RSS or Atom feed, or a text with one URL per line; with or without gzip. If
 * a file is truncated or damaged, returns what comes before the damage. Reads in small pieces and yields to the event
 * loop between them.
 */
export async function readSitemap(file: Buffer): Promise<SitemapReading> {
  const entries = new Map<string, SitemapEntry>()
  const sitemaps = new Set<string>()
  const sink: SitemapSink = {
    addPage: (address, lastmod) => {
      const url = normalizeUrl(address)
      if (url !== null && !entries.has(url)) entries.set(url, { url, lastmod })
      return entries.size < sitemapEntriesMax
    },
    addSitemap: (address) => {
      const url = normalizeUrl(address)
      if (url !== null) sitemaps.add(url)
      return sitemaps.size < sitemapEntriesMax
    },
  }
  const kind = await readInto(sink, file)
  if (entries.size > 0) return { kind: 'urls', entries: [...entries.values()] }
  if (sitemaps.size > 0) return { kind: 'index', sitemaps: [...sitemaps] }
  if (kind === 'urls') return { kind: 'urls', entries: [] }
  if (kind === 'index') return { kind: 'index', sitemaps: [] }
  return { kind: 'fault', message: kind === 'html' ? 'it is an HTML page' : 'it is not a sitemap' }
}

async function readInto(sink: SitemapSink, file: Buffer): Promise<SitemapKind | null> {
  const decode = createDecoder()
  let reader: SitemapReader | null = null
  for await (const bytes of unpacked(file)) {
    const text = decode(bytes)
    // Leading white space does not show the format, so the reader may be chosen at a later piece.
    reader ??= readerFor(text, sink)
    if (reader !== null && !reader.read(text)) break
  }
  return reader === null ? null : reader.end()
}

function readerFor(text: string, sink: SitemapSink): SitemapReader | null {
  const [first] = text.trimStart()
  if (first === undefined) return null
  return first === '<' ? createElementReader(sink) : createLineReader(sink)
}

const pieceBytes = 65_536

/** Yields the unpacked bytes in pieces, up to the limit; those before the damage if a gzip file is damaged. */
async function* unpacked(file: Buffer): AsyncGenerator<Buffer> {
  const isPacked = file[0] === 0x1f && file[1] === 0x8b
  let bytes = 0
  try {
    for await (const piece of isPacked ? gunzip(file) : pieces(file)) {
      const room = sitemapBytesMax - bytes
      bytes += piece.length
      yield piece.length > room ? piece.subarray(0, room) : piece
      if (bytes >= sitemapBytesMax) return
    }
  } catch (error) {
    if (!isPackingFault(error)) throw error
  }
  // An empty piece marks the end, so that the decoder releases what it holds back.
  yield Buffer.alloc(0)
}

function gunzip(file: Buffer): AsyncIterable<Buffer> {
  const unpacking = createGunzip({ chunkSize: pieceBytes, finishFlush: constants.Z_SYNC_FLUSH })
  return Readable.from(pieces(file)).pipe(unpacking)
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += pieceBytes) {
    yield file.subarray(at, at + pieceBytes)
    await yieldToEventLoop()
  }
}

function isPackingFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** Creates a decoder: UTF-8, unless a byte order mark or the XML declaration says otherwise. */
function createDecoder(): (bytes: Buffer) => string {
  let decoder: TextDecoder | null = null
  return (bytes) => {
    decoder ??= new TextDecoder(encodingOf(bytes))
    return decoder.decode(bytes, { stream: bytes.length > 0 })
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const declared = /^[^<]{0,3}<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    start.subarray(0, 300).toString('latin1'),
  )?.[1]
  // The declaration was readable byte by byte, so the file cannot be UTF-16, even if it declares that.
  return declared !== undefined && isEncoding(declared) && !/^utf-?16/i.test(declared) ? declared : 'utf-8'
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
