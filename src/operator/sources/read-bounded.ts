import { startHelper } from '../../base/helper-process.ts'
import { decodeHtml } from '../../providers/web/engines/decode-html.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import { startPageReader } from '../../sources/crawl/reader/page-reader.ts'
import { htmlCharactersMax } from '../../sources/index/document.ts'
import { readingOf } from './file-reading.ts'
import type { FileReading, FileToRead } from './file-reading.ts'
import { fileBytesMax, isHtmlType } from './file-types.ts'

/**
 * A crawled page has the same time; the libraries for PDF and Word need more memory. `memoryMb` counts the whole
 * process, with the buffers into which a library unpacks a file. Those are not part of the heap.
 */
const bounds = { ms: 20_000, heapMb: 1_024, memoryMb: 1_200 }

const tooCostly: FileReading = {
  kind: 'fault',
  message: `can not be read within ${bounds.ms / 1_000} s and ${bounds.memoryMb} MB`,
}

/** A local file, or the response of a web server. */
export interface GivenContent extends Omit<FileToRead, 'contentType'> {
  type: string
  /** The URL and headers of the response; null for a local file. */
  fetched: { url: string; headers: Readonly<Record<string, string>> } | null
}

/**
 * Reads a file by its MIME type, in a separate process with limits. A malicious file can exhaust neither the time nor
 * the memory of this process. A web page with noindex is refused.
 */
export async function readBounded(given: GivenContent): Promise<FileReading> {
  if (given.bytes.length > fileBytesMax)
    return { kind: 'fault', message: `is larger than ${fileBytesMax / 1_000_000} MB` }
  return isHtmlType(given.type) ? readPage(given) : readInProcess(given)
}

async function readPage({ bytes, language, fetched }: GivenContent): Promise<FileReading> {
  await using reader = startPageReader({ productToken, language })
  const headers = fetched?.headers ?? {}
  const html = decodeHtml(bytes, headers['content-type'] ?? '').slice(0, htmlCharactersMax)
  const read = await reader.read({ html, url: fetched?.url ?? 'file:///', headers })
  if (read.kind === 'unreadable') return { kind: 'fault', message: read.detail }
  if (fetched !== null && read.markup.isNoindex)
    return { kind: 'fault', message: 'asks not to be indexed (noindex)' }
  return readingOf(read.document)
}

async function readInProcess({ type, bytes, name, language, fetched }: GivenContent): Promise<FileReading> {
  const script = new URL('./file-process.ts', import.meta.url)
  const contentType = fetched?.headers['content-type'] ?? ''
  await using reader = await startHelper<FileToRead & { type: string }, FileReading>(script, {
    heapMb: bounds.heapMb,
    args: [String(bounds.memoryMb)],
  })
  return (await reader.ask({ type, bytes, name, language, contentType }, bounds.ms)) ?? tooCostly
}
