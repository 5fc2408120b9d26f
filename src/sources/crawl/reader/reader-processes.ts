import { startHelper } from '../../../base/helper-process.ts'
import type { HelperProcess } from '../../../base/helper-process.ts'
import type { PageRead, PageToRead, PageUnreadable } from './read-page.ts'

/** A page, and its project's language, which applies if the page names none. */
export interface PageInLanguage extends PageToRead {
  language: string
}

/** Reads the pages of all crawls of a process. It ends with `await using`. */
export interface ReaderProcesses extends AsyncDisposable {
  read: (page: PageInLanguage) => Promise<PageRead | PageUnreadable>
}

/**
 * The most time and memory for reading a page. A usual page takes some tens of milliseconds, 5 MB of plain text the
 * most.
 */
const bounds = { ms: 20_000, heapMb: 192 }

/** How long a page waits for the shared reader. Reading a page of 1 MB takes some tenths of a second. */
const readerWaitMsDefault = 5_000

type Reader = HelperProcess<PageInLanguage, PageRead | PageUnreadable>

/**
 * Starts a process that reads pages. A hostile page then costs neither time nor memory of this process: its reader is
 * killed, and another one is started. A thread would not do, because V8 ends the whole process for some kinds of lack
 * of memory. The crawls share one reader, which reads one page at a time, because a second one takes another 100 MB. A
 * page that has waited longer than `readerWaitMs` gets a reader of its own.
 */
export function startReaderProcesses({
  productToken,
  readerWaitMs = readerWaitMsDefault,
  heapMb = bounds.heapMb,
}: {
  productToken: string
  readerWaitMs?: number
  /** The heap of one reader. */
  heapMb?: number
}): ReaderProcesses {
  const readers = new Set<Reader>()
  /** The reader that waits for its next page, or reads one. */
  let shared: Reader | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isOver = false

  async function start(): Promise<Reader> {
    const script = new URL('./reader-process.ts', import.meta.url)
    const reader: Reader = await startHelper(script, { heapMb, args: [productToken] })
    readers.add(reader)
    if (isOver) await end(reader)
    return reader
  }

  async function end(reader: Reader): Promise<void> {
    readers.delete(reader)
    if (shared === reader) shared = null
    await reader[Symbol.asyncDispose]()
  }

  async function readBy(reader: Reader, page: PageInLanguage): Promise<PageRead | PageUnreadable> {
    const read = await reader.ask(page, bounds.ms)
    // The reader was ended with the crawl, not because of the page.
    if (isOver) throw new Error('the reader of pages has ended')
    if (read === null || reader !== shared) await end(reader)
    return (
      read ?? { kind: 'unreadable', detail: `can not be read within ${bounds.ms / 1_000} s and ${heapMb} MB` }
    )
  }

  return {
    read: async (page) => {
      const before = last
      const { promise: done, resolve: leave } = Promise.withResolvers<void>()
      last = before.then(() => done)
      try {
        const isFree = await within(readerWaitMs, before)
        if (isOver) throw new Error('the reader of pages has ended')
        if (!isFree) return await readBy(await start(), page)
        shared ??= await start()
        return await readBy(shared, page)
      } finally {
        leave()
      }
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await Promise.all(Array.from(readers, end))
    },
  }
}

/** Returns whether the work ends in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
