import type { ReadPage } from './read-page.ts'
import { startReaderProcesses } from './reader-processes.ts'

/** A reader of pages of one language. It ends with `await using`. */
export interface PageReader extends AsyncDisposable {
  read: ReadPage
}

/** Starts a reader with processes of its own. */
export function startPageReader(options: { productToken: string; language: string }): PageReader {
  const { productToken, language } = options
  const processes = startReaderProcesses({ productToken })
  return {
    read: (page) => processes.read({ ...page, language }),
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  }
}
