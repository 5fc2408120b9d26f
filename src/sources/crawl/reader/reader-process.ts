// The process that reads pages: started by `startReaderProcesses`, which says what it goes by.
import { serveParent } from '../../../base/helper-process.ts'
import { isNestedDeep } from '../../../providers/web/engines/is-nested-deep.ts'
import { markupExcess } from '../../../providers/web/engines/markup-excess.ts'
import { readMarkup } from '../../../providers/web/engines/read-markup.ts'
import { readHtml } from '../../index/read-document.ts'
import { normalizeUrl } from '../frontier/crawl-url.ts'
import type { PageRead, PageUnreadable } from './read-page.ts'
import type { PageInLanguage } from './reader-processes.ts'

const [productToken = ''] = process.argv.slice(2)

serveParent(({ html, url, headers, language }: PageInLanguage): PageRead | PageUnreadable => {
  // Reading such pages takes time and memory by the square of what they have too much of.
  const excess = isNestedDeep(html) ? 'nests its elements too deep' : markupExcess(html)
  if (excess !== null) return { kind: 'unreadable', detail: excess }
  const markup = readMarkup(html, url, headers, productToken)
  return {
    kind: 'read',
    markup: { ...markup, links: pageLinks(markup.links) },
    document: readHtml(html, url, language),
  }
})

/** All links of a page together. A page for readers has a tenth of it; the rest is left out. */
const linkCharactersMax = 1_000_000

/** Returns the links as a crawl knows them (`normalizeUrl`), each once. */
function pageLinks(links: readonly string[]): string[] {
  const normalized = new Set<string>()
  let characters = 0
  for (const link of links) {
    const url = normalizeUrl(link)
    if (url === null || normalized.has(url)) continue
    characters += url.length
    if (characters > linkCharactersMax) break
    normalized.add(url)
  }
  return [...normalized]
}
