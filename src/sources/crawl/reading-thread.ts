// The thread that reads pages: started by `startReadingThreads`, which says what it goes by.
import { parentPort, workerData } from 'node:worker_threads'
import { isNestedDeep } from '../../providers/web/engines/is-nested-deep.ts'
import { readMarkup } from '../../providers/web/engines/read-markup.ts'
import { readHtml } from '../index/read-document.ts'
import type { PageRead } from './read-page.ts'
import type { PageInLanguage } from './reading-threads.ts'

const { productToken } = workerData as { productToken: string }

parentPort?.on('message', ({ html, url, headers, language }: PageInLanguage) => {
  // Reading such a page takes time by the square of its depth, up to the bound.
  const read: PageRead | null = isNestedDeep(html)
    ? null
    : {
        markup: readMarkup(html, url, headers, productToken),
        document: readHtml(html, url, language),
      }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(read)
})
