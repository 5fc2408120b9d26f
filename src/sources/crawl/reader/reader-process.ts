// The process that reads pages: started by `startReaderProcesses`, which says what it goes by.
import { serveParent } from '../../../base/helper-process.ts'
import { isNestedDeep } from '../../../providers/web/engines/is-nested-deep.ts'
import { markupExcess } from '../../../providers/web/engines/markup-excess.ts'
import { readMarkup } from '../../../providers/web/engines/read-markup.ts'
import { readHtml } from '../../index/read-document.ts'
import type { PageRead, PageUnreadable } from './read-page.ts'
import type { PageInLanguage } from './reader-processes.ts'

const [productToken = ''] = process.argv.slice(2)

serveParent(({ html, url, headers, language }: PageInLanguage): PageRead | PageUnreadable => {
  // Reading such pages takes time and memory by the square of what they have too much of.
  const excess = isNestedDeep(html) ? 'nests its elements too deep' : markupExcess(html)
  if (excess !== null) return { kind: 'unreadable', detail: excess }
  return {
    kind: 'read',
    markup: readMarkup(html, url, headers, productToken),
    document: readHtml(html, url, language),
  }
})
