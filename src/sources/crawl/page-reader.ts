import { Worker } from 'node:worker_threads'
import type { PageRead, PageToRead, ReadPage } from './read-page.ts'

/** A thread of its own in which the pages of a crawl are read. It ends with `await using`. */
export interface PageReader extends AsyncDisposable {
  read: ReadPage
}

/** What reading a page may take. A usual one takes some tens of milliseconds; 5 MB of tags within tags take the most. */
const bounds = { ms: 20_000, oldMegabytes: 256, youngMegabytes: 8 }

/**
 * Starts a thread that reads pages, so that one which is made to be hard takes neither the process's time nor its memory:
 * the thread is ended and another started. One page at a time.
 */
export function startPageReader(options: { productToken: string; language: string }): PageReader {
  let thread: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isOver = false

  function started(): Worker {
    if (thread !== null) return thread
    const resourceLimits = {
      maxOldGenerationSizeMb: bounds.oldMegabytes,
      maxYoungGenerationSizeMb: bounds.youngMegabytes,
    }
    thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits,
    })
    // Whoever waits for it learns of its end; without a listener an error would end the process.
    thread.on('error', () => {})
    return thread
  }

  async function end(): Promise<void> {
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  async function readOne(page: PageToRead): Promise<PageRead | null> {
    const read = isOver ? null : await answerOf(started(), page)
    // It says nothing of a page that its reader was ended meanwhile.
    if (isOver) throw new Error('the reader of pages has ended')
    if (read === null) await end()
    return read
  }

  return {
    read: (page) => {
      const reading = last.then(() => readOne(page))
      last = reading.catch(() => {})
      return reading
    },
    [Symbol.asyncDispose]: () => {
      isOver = true
      return end()
    },
  }
}

/** Null where the thread ended, or took too long. */
function answerOf(thread: Worker, page: PageToRead): Promise<PageRead | null> {
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
