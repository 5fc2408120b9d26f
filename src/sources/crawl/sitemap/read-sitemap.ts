import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { constants, createGunzip } from 'node:zlib'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import { createElementReader, createLineReader } from './sitemap-readers.ts'
import type { SitemapKind, SitemapReader, SitemapSink } from './sitemap-readers.ts'

/** A page that a sitemap names. */
export interface SitemapEntry {
  /** As `normalizeUrl` has it. */
  url: string
  /** As it is written; null where it is missing. */
  lastmod: string | null
}

export type SitemapReading =
  /** Each URL once, in the order of the file. */
  | { kind: 'urls'; entries: SitemapEntry[] }
  | { kind: 'index'; sitemaps: string[] }
  | { kind: 'fault'; message: string }

/** What a sitemap may have (https://www.sitemaps.org/protocol.html); what goes beyond is left out. */
export const sitemapBytesMax = 50 * 1_048_576
export const sitemapEntriesMax = 50_000

/**
 * Reads a sitemap, an index of sitemaps, an RSS or Atom feed, or a text of one URL a line; packed by gzip or not. Of what is
 * cut off, or broken in the middle, what came before is taken. It reads in small pieces, between which other work gets its
 * turn.
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
  return { kind: 'fault', message: kind === 'html' ? 'it is an HTML page' : 'it is no sitemap' }
}

async function readInto(sink: SitemapSink, file: Buffer): Promise<SitemapKind | null> {
  const decode = createDecoder()
  let reader: SitemapReader | null = null
  for await (const bytes of unpacked(file)) {
    const text = decode(bytes)
    // White space may come first.
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

/** The bytes of a file in pieces, up to the bound; of one that is packed wrongly those before the fault. */
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
  // An end, so that what the decoder holds back is read.
  yield Buffer.alloc(0)
}

function gunzip(file: Buffer): AsyncIterable<Buffer> {
  const unpacking = createGunzip({ chunkSize: pieceBytes, finishFlush: constants.Z_SYNC_FLUSH })
  return Readable.from(pieces(file)).pipe(unpacking)
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += pieceBytes) {
    yield file.subarray(at, at + pieceBytes)
    await breath()
  }
}

function isPackingFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** UTF-8, unless a mark at the beginning or the declaration of XML says otherwise. */
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
  // Text that could be read this far is not in UTF-16, whatever it says.
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
