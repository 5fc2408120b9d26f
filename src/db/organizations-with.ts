import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/**
 * Selects, as `organizations` of a `with recursive`, those that have rows `t` of the table which meet the condition,
 * and a null at the end. It takes one step for each of them in an index that leads to its organizations in order,
 * however many rows they have.
 */
export function organizationsWith(table: Sql, condition: Sql): Sql {
  return sql`
  organizations as (
    (select organization_id from ${table} t where ${condition} order by organization_id limit 1)
    union all
    select (select t.organization_id from ${table} t
      where ${condition} and t.organization_id > o.organization_id order by t.organization_id limit 1)
    from organizations o where o.organization_id is not null)`
}
