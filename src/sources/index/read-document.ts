import { documentOf } from './document-of.ts'
import { htmlCharactersMax } from './document.ts'
import type { Block, ReadDocument } from './document.ts'
import { parsePage } from './dom.ts'
import type { DomDocument } from './dom.ts'
import { primaryLanguage } from './languages.ts'
import { mainBlocks } from './main-blocks.ts'

export type { ReadDocument } from './document.ts'

/**
 * Reads the main text of a web page. Returns null where it has none. The language is the declared one, else a guess,
 * else the fallback. The time grows with the page, some 10 to 60 ms for a usual one. Fetches nothing.
 */
export function readHtml(html: string, url: string, fallbackLanguage: string): ReadDocument | null {
  const page = parsePage(html.slice(0, htmlCharactersMax))
  const language = languageOf(page)
  const title = titleOf(page)
  const blocks = mainBlocks(page)
  return documentOf(blocks, { title: bestTitle(title, blocks, url), language, fallbackLanguage })
}

function languageOf(page: DomDocument): string | null {
  const declared =
    page.documentElement?.getAttribute('lang') ?? page.documentElement?.getAttribute('xml:lang')
  const meta = page.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content')
  return primaryLanguage(declared) ?? primaryLanguage(meta)
}

function titleOf(page: DomDocument): string {
  const own = page.querySelector('head > title, body > title')?.textContent ?? ''
  return (own || (page.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the title without the site's name behind it: the first heading, where the title begins with that. */
function bestTitle(title: string, blocks: readonly Block[], url: string): string {
  const first = blocks.find((block) => block.kind === 'heading')
  if (title === '') return first?.text ?? lastSegment(url)
  return first !== undefined && first.level <= 2 && title.startsWith(first.text) ? first.text : title
}

function lastSegment(url: string): string {
  const { pathname, hostname } = new URL(url)
  return pathname.split('/').findLast((segment) => segment !== '') ?? hostname
}
