// The thread that reads pages: started by `startPageReader`, which says what it goes by.
import { parentPort, workerData } from 'node:worker_threads'
import { readMarkup } from '../../providers/web/engines/read-markup.ts'
import { readHtml } from '../index/read-document.ts'
import type { PageRead, PageToRead } from './read-page.ts'

const { productToken, language } = workerData as { productToken: string; language: string }

parentPort?.on('message', ({ html, url, headers }: PageToRead) => {
  const read: PageRead = {
    markup: readMarkup(html, url, headers, productToken),
    document: readHtml(html, url, language),
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(read)
})
