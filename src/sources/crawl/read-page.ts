import type { Markup } from '../../providers/web/engines/read-markup.ts'
import type { ReadDocument } from '../index/read-document.ts'

/** What a page says: to crawlers, and to readers; null where it has no text. */
export interface PageRead {
  markup: Markup
  document: ReadDocument | null
}

/** A page to read. */
export interface PageToRead {
  html: string
  url: string
  headers: Readonly<Record<string, string>>
}

/** Null where it can't be read within its bounds of time and memory. */
export type ReadPage = (page: PageToRead) => Promise<PageRead | null>
