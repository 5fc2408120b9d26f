import type { ReadPage } from './read-page.ts'
import { startReadingThreads } from './reading-threads.ts'

/** A reader of pages of one language. It ends with `await using`. */
export interface PageReader extends AsyncDisposable {
  read: ReadPage
}

/** Starts a reader with threads of its own. */
export function startPageReader(options: { productToken: string; language: string }): PageReader {
  const { productToken, language } = options
  const threads = startReadingThreads({ productToken })
  return {
    read: (page) => threads.read({ ...page, language }),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
