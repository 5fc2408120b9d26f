import { Worker } from 'node:worker_threads'
import type { PageRead, PageToRead } from './read-page.ts'

/** A page with the language that its project's pages are in where they do not tell. */
export interface PageInLanguage extends PageToRead {
  language: string
}

/** Where all crawls of a process have their pages read. It ends with `await using`. */
export interface ReadingThreads extends AsyncDisposable {
  /** Null where the page can't be read within its bounds of time and memory. */
  read: (page: PageInLanguage) => Promise<PageRead | null>
}

/** What reading a page may take. A usual one takes some tens of milliseconds; 5 MB of tags within tags take the most. */
const bounds = { ms: 20_000, oldMegabytes: 256, youngMegabytes: 8 }

/** How long a page waits for others, unless told. A page of 1 MB takes some tenths of a second. */
const usualPatienceMs = 5_000

/**
 * Starts a thread that reads pages, so that one which is made to be hard takes neither the process's time nor its memory:
 * the thread is ended and another started. One page at a time, whoever it is for: a second thread would take another 40 MB.
 * Only one that has waited long, since that before it is hard to read, gets a thread of its own.
 */
export function startReadingThreads({
  productToken,
  patienceMs = usualPatienceMs,
}: {
  productToken: string
  patienceMs?: number
}): ReadingThreads {
  const threads = new Set<Worker>()
  /** The thread that waits for its next page, or reads one. */
  let shared: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isOver = false

  function start(): Worker {
    const resourceLimits = {
      maxOldGenerationSizeMb: bounds.oldMegabytes,
      maxYoungGenerationSizeMb: bounds.youngMegabytes,
    }
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      workerData: { productToken },
      resourceLimits,
    })
    // Whoever waits for it learns of its end; without a listener an error would end the process.
    thread.on('error', () => {})
    threads.add(thread)
    return thread
  }

  async function end(thread: Worker): Promise<void> {
    threads.delete(thread)
    if (shared === thread) shared = null
    await thread.terminate()
  }

  async function readBy(thread: Worker, page: PageInLanguage): Promise<PageRead | null> {
    const read = await answerOf(thread, page)
    // It says nothing of a page that its reader was ended meanwhile.
    if (isOver) throw new Error('the reader of pages has ended')
    if (read === null || thread !== shared) await end(thread)
    return read
  }

  return {
    read: async (page) => {
      const before = last
      const { promise: done, resolve: leave } = Promise.withResolvers<void>()
      last = before.then(() => done)
      try {
        const isFree = await within(patienceMs, before)
        if (isOver) throw new Error('the reader of pages has ended')
        if (!isFree) return await readBy(start(), page)
        shared ??= start()
        return await readBy(shared, page)
      } finally {
        leave()
      }
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await Promise.all(Array.from(threads, end))
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

/** Null where the thread ended, or took too long. */
function answerOf(thread: Worker, page: PageInLanguage): Promise<PageRead | null> {
  const { promise, resolve } = Promise.withResolvers<PageRead | null>()
  const giveUp = () => resolve(null)
  const timer = setTimeout(giveUp, bounds.ms)
  const take = (read: PageRead | null) => resolve(read === null ? null : withBuffer(read))
  thread.on('message', take).on('error', giveUp).on('exit', giveUp)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(page)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', take).off('error', giveUp).off('exit', giveUp)
  })
}

/** A message between threads makes a plain array of a buffer. */
function withBuffer(read: PageRead): PageRead {
  const { document } = read
  return document === null
    ? read
    : { ...read, document: { ...document, textHash: Buffer.from(document.textHash) } }
}
