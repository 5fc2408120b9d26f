import type { List } from '../db/page.ts'
import type { Fields } from '../filters/fields.ts'
import { parseFilters } from '../filters/parse.ts'
import { parseSort, sortToSql } from '../filters/sort.ts'
import type { SortKey } from '../filters/sort.ts'
import { filterToSql } from '../filters/to-sql.ts'

/** Returns the list that a query requests. Without an order in the query it has the endpoint's own. */
export function listOf(
  query: { skip: number; limit: number; filters?: string | undefined; sort?: string | undefined },
  fields: Fields,
  order: readonly SortKey[],
): List {
  return {
    where: filterToSql(parseFilters(query.filters, fields), fields),
    orderBy: sortToSql(parseSort(query.sort, fields, order), fields),
    skip: query.skip,
    limit: query.limit,
    isComposed: query.filters !== undefined || query.sort !== undefined,
  }
}
