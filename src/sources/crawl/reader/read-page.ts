import type { Markup } from '../../../providers/web/engines/read-markup.ts'
import type { ReadDocument } from '../../index/read-document.ts'

/** A page's markup, with its links as `normalizeUrl` writes them, and its document; null where it has no text. */
export interface PageRead {
  kind: 'read'
  markup: Markup
  document: ReadDocument | null
}

/** A page that cannot be read within the limits. `detail` continues a sentence about the page: `has more than …`. */
export interface PageUnreadable {
  kind: 'unreadable'
  detail: string
}

/** A page to read. */
export interface PageToRead {
  html: string
  url: string
  headers: Readonly<Record<string, string>>
}

export type ReadPage = (page: PageToRead) => Promise<PageRead | PageUnreadable>
