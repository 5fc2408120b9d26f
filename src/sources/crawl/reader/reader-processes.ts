import { startHelper } from '../../../base/helper-process.ts'
import type { HelperProcess } from '../../../base/helper-process.ts'
import type { PageRead, PageToRead, PageUnreadable } from './read-page.ts'

/** A page with the language that its project's pages are in where they do not tell. */
export interface PageInLanguage extends PageToRead {
  language: string
}

/** Where all crawls of a process have their pages read. It ends with `await using`. */
export interface ReaderProcesses extends AsyncDisposable {
  read: (page: PageInLanguage) => Promise<PageRead | PageUnreadable>
}

/** What reading a page may take. A usual one takes some tens of milliseconds; 5 MB of plain text take the most. */
const bounds = { ms: 20_000, heapMb: 192 }

/** How long a page waits for others, unless told. A page of 1 MB takes some tenths of a second. */
const usualPatienceMs = 5_000

type Reader = HelperProcess<PageInLanguage, PageRead | PageUnreadable>

/**
 * Starts a process that reads pages, so that one which is made to be hard takes neither this process's time nor its memory,
 * nor its life: the reader is ended and another started. A thread would not do, since V8 ends the whole process for some
 * kinds of lack of memory. One page at a time, whoever it is for: a second reader would take another 100 MB. Only a page that
 * has waited long, since the one before it is hard to read, gets a reader of its own.
 */
export function startReaderProcesses({
  productToken,
  retryBudgetMs = usualPatienceMs,
  heapMb = bounds.heapMb,
}: {
  productToken: string
  retryBudgetMs?: number
  /** Of one reader. */
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
    // It says nothing of a page that its reader was ended meanwhile.
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
        const isFree = await within(retryBudgetMs, before)
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

/** Whether that comes to its end in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
