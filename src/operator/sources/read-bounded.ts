import { Worker } from 'node:worker_threads'
import { decodeHtml } from '../../providers/web/engines/decode-html.ts'
import { productToken } from '../../providers/web/user-agent.ts'
import { startPageReader } from '../../sources/crawl/page-reader.ts'
import { htmlCharactersMax } from '../../sources/index/document.ts'
import { fileBytesMax, isHtmlType } from './file-types.ts'
import type { FileReading, FileToRead } from './read-file.ts'

/** What reading a file may take: the time is that of a page of a crawl; the libraries for PDF and Word need more memory. */
const bounds = { ms: 20_000, oldMegabytes: 1_024 }

const tooComplicated: FileReading = {
  kind: 'fault',
  message: `is too complicated to read within ${bounds.ms / 1_000} s`,
}

/** A file, or the answer of a server, whose headers count as well. */
export interface GivenContent extends FileToRead {
  type: string
  /** Where it was fetched; null: it is a file. */
  fetched: { url: string; headers: Readonly<Record<string, string>> } | null
}

/**
 * Reads what is of this MIME type in a thread of its own, so that one which is made to be hard takes neither the time nor
 * the memory of whoever adds it. A page of the web that asks not to be indexed is refused.
 */
export async function readBounded(given: GivenContent): Promise<FileReading> {
  if (given.bytes.length > fileBytesMax)
    return { kind: 'fault', message: `is larger than ${fileBytesMax / 1_000_000} MB` }
  return isHtmlType(given.type) ? readPage(given) : readInThread(given)
}

async function readPage({ bytes, language, fetched }: GivenContent): Promise<FileReading> {
  await using reader = startPageReader({ productToken, language })
  const headers = fetched?.headers ?? {}
  const html = decodeHtml(bytes, headers['content-type'] ?? '').slice(0, htmlCharactersMax)
  const read = await reader.read({ html, url: fetched?.url ?? 'file:///', headers })
  if (read === null) return tooComplicated
  if (fetched !== null && read.markup.isNoindex)
    return { kind: 'fault', message: 'asks not to be indexed (noindex)' }
  return read.document === null
    ? { kind: 'fault', message: 'has no text' }
    : { kind: 'document', document: read.document }
}

async function readInThread({ type, bytes, name, language }: GivenContent): Promise<FileReading> {
  const { promise, resolve } = Promise.withResolvers<FileReading>()
  const giveUp = () => resolve(tooComplicated)
  const thread = new Worker(new URL('./file-thread.ts', import.meta.url), {
    workerData: { type, bytes, name, language },
    resourceLimits: { maxOldGenerationSizeMb: bounds.oldMegabytes },
  })
  thread.on('message', resolve).on('error', giveUp).on('exit', giveUp)
  const timer = setTimeout(giveUp, bounds.ms)
  try {
    return withBuffer(await promise)
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

/** A message between threads makes a plain array of a buffer. */
function withBuffer(reading: FileReading): FileReading {
  if (reading.kind === 'fault') return reading
  const { document } = reading
  return { kind: 'document', document: { ...document, textHash: Buffer.from(document.textHash) } }
}
