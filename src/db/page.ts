import type { Db } from './database.ts'
import { typedParam, sql, genericPlanParam } from './sql.ts'
import type { Sql } from './sql.ts'

/** What a caller asked of a list. */
export interface List {
  /** Beside the tenant's own condition, which stands before it: it can only narrow (Promise 33). */
  where: Sql
  orderBy: Sql
  skip: number
  limit: number
  /** The caller has composed filter or order, so that the statement is new and its work has no other bound. */
  isComposed: boolean
}

/**
 * One page of a list that stays small, and how many records there are before paging. Both from the same `from`, since a
 * count over the page's own rows is 0 past the end.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the columns make, as in `Queryable.query`
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
