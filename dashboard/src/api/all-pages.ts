import { queryOptions } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { call } from './client.ts'
import type { ApiError } from './errors.ts'
import type { Data, Operation, Params } from './operations.ts'

const pageSize = 100
/** Ten pages are all campaigns, agents, workflows or senders that a project may have. */
const pagesMax = 10

/** The records of a list that are read for choices and look-ups. */
export interface AllPages<Item> {
  items: Item[]
  /** Whether the list has no more records than these. */
  isComplete: boolean
}

interface Page<Item> {
  items: Item[]
  pagination: { total: number }
}

/** An operation that returns a page of a list. */
type ListOperation = {
  [Name in Operation]: Data<Name> extends Page<unknown> ? Name : never
}[Operation]
type ItemOf<Name extends Operation> = Data<Name> extends Page<infer Item> ? Item : never

/** Reads the pages of a list, one after the other: all of them, or the first 1,000 records. */
export async function allPages<Item>(
  read: (paging: { limit: number; skip: number }) => Promise<Page<Item>>,
): Promise<AllPages<Item>> {
  const items: Item[] = []
  for (let number = 0; number < pagesMax; number++) {
    // oxlint-disable-next-line no-await-in-loop -- each page is asked for once the one before was full
    const page = await read({ limit: pageSize, skip: number * pageSize })
    items.push(...page.items)
    if (page.items.length < pageSize || items.length >= page.pagination.total)
      return { items, isComplete: true }
  }
  return { items, isComplete: false }
}

/** Returns the options of `useQuery` for all pages of a list. */
export function allPagesQuery<Name extends ListOperation>(
  name: Name,
  params: Omit<Params<Name>, 'limit' | 'skip'>,
) {
  return queryOptions<AllPages<ItemOf<Name>>, ApiError>({
    // The name is first, by which a hint finds what it concerns.
    queryKey: [name, params, 'all pages'] as QueryKey,
    queryFn: ({ signal }) =>
      allPages(
        (paging) =>
          call(name, { ...params, ...paging } as Params<Name>, { signal }) as Promise<Page<ItemOf<Name>>>,
      ),
  })
}
