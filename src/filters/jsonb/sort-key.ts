import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { JsonbField } from '../fields.ts'
import { jsonbCondition } from './path-condition.ts'
import { reached, routesOf, somewhereMissing } from './path-routes.ts'

/**
 * Returns the sort key for a path into a `jsonb` column: a record of the type's rank and the value. With several values
 * the least counts in ascending order and the greatest in descending order. A missing path counts as null, and an empty
 * array at the end of the path sorts before null. PostgreSQL's own order of `jsonb` differs from this.
 */
export function jsonbSortKey(
  { sql: column, at, startsOn }: JsonbField,
  path: readonly string[],
  direction: 1 | -1,
): Sql {
  const order = direction === 1 ? sql`` : sql` desc`
  return sql`coalesce((
    select k.key from (${candidates(column, startsOn, [...at, ...path])}) v(value)
    cross join lateral (select row(
      case jsonb_typeof(v.value) when 'null' then 1 when 'number' then 2 when 'string' then 3 when 'object' then 4
        when 'array' then 5 when 'boolean' then 6 else 0 end,
      case jsonb_typeof(v.value) when 'number' then v.value::numeric end,
      case jsonb_typeof(v.value) when 'string' then v.value #>> '{}' end collate "C",
      case when jsonb_typeof(v.value) in ('object', 'array', 'boolean') then v.value end) as key) k
    order by k.key${order} limit 1
  ), row(1, null::numeric, null::text collate "C", null::jsonb))`
}

/** Returns a query for every value that can be the key. SQL null stands for an empty array. */
function candidates(column: Sql, startsOn: 'object' | 'array', path: readonly string[]): Sql {
  // In lax mode `[*]` of a value that is not an array yields the value itself.
  const values = routesOf('$', startsOn, path).map((route) => `${reached(route)}[*]`)
  const missing = somewhereMissing('$', startsOn, path)
  const empty = jsonbCondition({ kind: 'size', size: 0 }, path, 'json', startsOn)
  return join(
    [
      ...values.map((value) => sql`select jsonb_path_query(${column}, ${value}::jsonpath)`),
      ...(missing === null ? [] : [sql`select 'null'::jsonb where ${column} @@ ${missing}::jsonpath`]),
      sql`select null::jsonb where ${column} @@ ${empty}::jsonpath`,
    ],
    sql` union all `,
  )
}
