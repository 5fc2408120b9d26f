// The process that reads pages. `startReaderProcesses` starts it and passes its arguments.
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
  // The time and memory for reading grow with the square of the depth, and of the number of elements.
  const excess = isNestedDeep(html) ? 'nests its elements too deep' : markupExcess(html)
  if (excess !== null) return { kind: 'unreadable', detail: excess }
  const markup = readMarkup(html, url, headers, productToken)
  return {
    kind: 'read',
    markup: { ...markup, links: pageLinks(markup.links) },
    document: readHtml(html, url, language),
  }
})

/** The characters of all links of a page together; further links are left out. A usual page has a tenth of it. */
const linkCharactersMax = 1_000_000

/** Returns the links as `normalizeUrl` writes them, each once. */
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
