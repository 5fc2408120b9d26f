import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { columnCondition } from './column-condition.ts'
import type { Fields } from './fields.ts'
import { foldEqualities } from './fold-equalities.ts'
import { jsonbCondition } from './jsonb/path-condition.ts'
import type { Combination, Condition, Filter } from './tree.ts'

/**
 * Returns the filter as an SQL condition; it is null only for rows that it rejects. Each condition on a scalar column
 * is a separate comparison, so that indexes serve it. Each condition below an open object or array is one SQL/JSON
 * path. The text contains nothing from the caller: names come from the declaration, values and paths are bound
 * (Promises 31 and 32).
 */
export function filterToSql(filter: Filter, fields: Fields): Sql {
  return filter.kind === 'condition' ? conditionToSql(filter, fields) : combinationToSql(filter, fields)
}

/** A part may be null, for example a comparison with a null column. It counts as not true, also in `nor`. */
function combinationToSql(combination: Combination, fields: Fields): Sql {
  const { kind } = combination
  const parts = foldEqualities(combination)
  if (parts.length === 0) return kind === 'and' ? sql`true` : sql`false`
  const pieces = parts.map((part) => filterToSql(part, fields))
  if (kind === 'and') return sql`(${join(pieces, sql` and `)})`
  const either = sql`(${join(pieces, sql` or `)})`
  return kind === 'or' ? either : sql`(${either} is not true)`
}

function conditionToSql({ field, path, holds, test }: Condition, fields: Fields): Sql {
  const declared = fields.get(field)
  if (declared === undefined) throw new Error('the filter was made for other fields')
  if (declared.kind !== 'document') return columnCondition(test, declared)
  const { sql: column, at, startsOn } = declared
  return sql`${column} @@ ${jsonbCondition(test, [...at, ...path], holds, startsOn)}::jsonpath`
}
