import type { Db } from './database.ts'
import { typedParam, sql, genericPlanParam } from './sql.ts'
import type { Sql } from './sql.ts'

/** The parameters of a list request. */
export interface List {
  /** Follows the tenant's own condition, so it can only narrow the result (Promise 33). */
  where: Sql
  orderBy: Sql
  skip: number
  limit: number
  /** Whether the caller composed a filter or order, so that the statement's cost is unknown. */
  isComposed: boolean
}

/**
 * Returns one page of a list that stays small, and the total before paging. The total is a statement of its own,
 * because a count beside the page's rows would be missing on pages past the end.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape of the columns, as in `Queryable.query`
export async function selectPage<Row>(
  db: Db,
  organizationId: string,
  { columns, from }: { columns: Sql; from: Sql },
  list: List,
): Promise<{ items: Row[]; total: number }> {
  const [queryable, param] = list.isComposed
    ? [db.limited(organizationId), typedParam]
    : [db, genericPlanParam]
  const [items, counts] = await Promise.all([
    queryable.query<Row>(sql`
      select ${columns} ${from} and ${list.where} order by ${list.orderBy}
      limit ${param(list.limit, 'bigint')} offset ${param(list.skip, 'bigint')}`),
    queryable.query<{ total: number }>(sql`select count(*) as total ${from} and ${list.where}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}
