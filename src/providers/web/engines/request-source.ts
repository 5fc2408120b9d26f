import { Request } from '@crawlee/cheerio'
import type { IRequestManager, RequestQueue } from '@crawlee/cheerio'

/** A course of pages as Crawlee asks for it; what each request stands for is handed to the engine by its id. */
export interface RequestSource<Item> {
  queue: RequestQueue
  itemOf: (request: Request) => Item
}

/**
 * Makes of a source of items what Crawlee takes its requests from. The source itself decides when an item is due and
 * whether it comes again: all waiting is done in `isEmpty`, the one question that Crawlee gives any time.
 */
export function requestSource<Item extends { url: string }>(
  next: () => Promise<Item | null>,
): RequestSource<Item> {
  /** Undefined: not asked yet; null: there is none left. */
  let ahead: Item | null | undefined
  const items = new Map<string, Item>()
  let taken = 0
  const look = async (): Promise<Item | null> => {
    if (ahead === undefined) ahead = await next()
    return ahead
  }
  const unused = (): never => {
    throw new Error('a course takes no requests: its pages come from the crawl')
  }
  const manager: IRequestManager = {
    isEmpty: async () => (await look()) === null,
    isFinished: async () => (await look()) === null,
    fetchNextRequest: async () => {
      const item = await look()
      if (item === null) return null
      ahead = undefined
      // A key of its own: one page may come again, after a fault of its server. The engines go to it by themselves.
      const uniqueKey = String(++taken)
      items.set(uniqueKey, item)
      return new Request({ url: item.url, uniqueKey, skipNavigation: true })
    },
    markRequestHandled: async ({ uniqueKey }) => {
      items.delete(uniqueKey)
    },
    reclaimRequest: async ({ uniqueKey }) => {
      items.delete(uniqueKey)
      return null
    },
    handledCount: async () => taken,
    getTotalCount: () => taken,
    getPendingCount: () => items.size,
    addRequest: unused,
    addRequestsBatched: unused,
    [Symbol.asyncIterator]: unused,
  }
  return {
    // Crawlee declares an option `requestManager` and refuses it when it checks its options; in the place of a queue it
    // asks for no more than this.
    queue: manager as unknown as RequestQueue,
    itemOf: ({ uniqueKey }) => {
      const item = items.get(uniqueKey)
      if (item === undefined) throw new Error('a request that is not of the course')
      return item
    },
  }
}
