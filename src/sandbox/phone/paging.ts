import { fieldOf, formText } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'

/** The page sizes of every list, by Twilio's documentation. */
const pageSizeDefault = 50
const pageSizeMax = 1000

/** The members of a page beside its items, with Twilio's names. */
export type PageFrame = {
  first_page_uri: string
  previous_page_uri: string | null
  next_page_uri: string | null
  uri: string
  page: number
  page_size: number
  start: number
  end: number
}

export type Page<T> =
  | { kind: 'page'; items: readonly T[]; frame: PageFrame }
  | { kind: 'malformed'; parameter: string }

/**
 * Returns one page of a list. A page token names the item before (`PA`) or after (`PB`) the page, so that new items at
 * the front neither repeat nor hide others.
 *
 * @param idOf returns the id by which a token names an item
 */
export function pageOf<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  path: string,
  query: FormFields,
): Page<T> {
  const size = readWhole(fieldOf(query, 'PageSize'), pageSizeDefault, 1)
  const number = readWhole(fieldOf(query, 'Page'), 0, 0)
  if (size === null) return { kind: 'malformed', parameter: 'PageSize' }
  if (number === null) return { kind: 'malformed', parameter: 'Page' }
  const pageSize = Math.min(size, pageSizeMax)
  const token = fieldOf(query, 'PageToken')
  let from = number * pageSize
  if (token !== null) {
    const anchor = all.findIndex((item) => idOf(item) === token.slice(2))
    if (anchor < 0 || !/^P[AB]/.test(token)) return { kind: 'malformed', parameter: 'PageToken' }
    from = token.startsWith('PA') ? anchor + 1 : Math.max(0, anchor - pageSize)
  }
  const items = all.slice(from, from + pageSize)
  const filters = query.filter(([name]) => name !== 'Page' && name !== 'PageToken' && name !== 'PageSize')
  const uriOf = (page: number, pageToken: string | null) => {
    const fields: [string, string][] = [
      ['PageSize', String(pageSize)],
      ['Page', String(page)],
    ]
    if (pageToken !== null) fields.push(['PageToken', pageToken])
    return `${path}?${formText([...filters, ...fields])}`
  }
  const first = items[0]
  const last = items.at(-1)
  const start = number * pageSize
  return {
    kind: 'page',
    items,
    frame: {
      first_page_uri: uriOf(0, null),
      previous_page_uri:
        from > 0 && first !== undefined ? uriOf(Math.max(0, number - 1), `PB${idOf(first)}`) : null,
      next_page_uri:
        from + pageSize < all.length && last !== undefined ? uriOf(number + 1, `PA${idOf(last)}`) : null,
      uri: uriOf(number, token),
      page: number,
      page_size: pageSize,
      start,
      end: Math.max(start, start + items.length - 1),
    },
  }
}

/** Returns a whole number of at least `least`; `otherwise` if absent, null if it is anything else. */
function readWhole(text: string | null, otherwise: number, least: number): number | null {
  if (text === null) return otherwise
  return /^\d{1,6}$/.test(text) && Number(text) >= least ? Number(text) : null
}
