import { z } from 'zod'
import { success, successOf } from './envelope.ts'

const Pagination = z
  .object({
    total: z.int().min(0).describe('Matching records in all.'),
    page: z.int().min(1).describe('Current page, from 1: floor(skip / limit) + 1.'),
    page_size: z.int().min(1).describe('The limit used.'),
    total_pages: z.int().min(0),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  })
  .meta({ id: 'Pagination', description: 'Where a page stands in the whole list.' })

/** The payloads that `pageOf` has made, by item. */
const payloads = new WeakMap<z.ZodType, unknown>()

/** Returns the response schema of a list endpoint: for an item, the same one each time, as `successOf` does. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const payload = payloads.get(item) ?? makePayload(item)
  payloads.set(item, payload)
  return successOf(payload as ReturnType<typeof makePayload<Item>>)
}

function makePayload<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: Pagination })
}

/** Returns the envelope of one page (Rule 7, Promise 34). */
export function page<Item>(items: Item[], total: number, { skip, limit }: { skip: number; limit: number }) {
  const pagination = {
    total,
    page: Math.floor(skip / limit) + 1,
    page_size: limit,
    total_pages: Math.ceil(total / limit),
    has_next: skip + items.length < total,
    has_prev: skip > 0,
  }
  return success({ items, pagination }, 'OK')
}
