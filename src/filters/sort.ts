import { join, sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { fault } from './fault.ts'
import type { Fields, ScalarField } from './fields.ts'
import { parseJsonObject } from './json-text.ts'
import { jsonbSortKey } from './jsonb/sort-key.ts'
import { resolvePath } from './paths.ts'
import { checkSortLength } from './statement-length.ts'

const keysMax = 8

/** One key of an order. `path` holds the segments after the field. */
export interface SortKey {
  field: string
  path: readonly string[]
  direction: 1 | -1
}

/**
 * Parses the `sort` parameter. Returns its keys as written, or the fallback when it is absent or `{}`.
 *
 * @throws a refusal (400) that names the key and the fault.
 */
export function parseSort(
  text: string | undefined,
  fields: Fields,
  fallback: readonly SortKey[],
): readonly SortKey[] {
  if (text === undefined) return fallback
  const entries = Object.entries(parseJsonObject('sort', text))
  if (entries.length === 0) return fallback
  if (entries.length > keysMax) throw fault('sort', '', `more than ${keysMax} keys`)
  const keys = entries.map(([name, direction]): SortKey => {
    const { field, path } = resolvePath('sort', name, name, { kind: 'fields', fields })
    if (direction !== 1 && direction !== -1) throw fault('sort', name, 'must be 1 or -1')
    return { field, path, direction }
  })
  checkSortLength('sort', keys)
  return keys
}

/** Parses the `sort_field` parameter: a field, or a path below one. */
export function parseSortField(name: string, fields: Fields): Pick<SortKey, 'field' | 'path'> {
  const { field, path } = resolvePath('sort_field', name, name, { kind: 'fields', fields })
  checkSortLength('sort_field', [{ field, path }])
  return { field, path }
}

/**
 * Returns what follows `order by`. Nulls come first and text is ordered by its bytes. `_id` is always the last key, so
 * that the order is total and pages neither overlap nor leave gaps (Rule 8, Promise 35).
 */
export function sortToSql(keys: readonly SortKey[], fields: Fields): Sql {
  const total = keys.some(({ field }) => field === '_id') ? keys : [...keys, idAscending]
  return join(
    total.map((key) => keyToSql(key, fields)),
    sql`, `,
  )
}

const idAscending: SortKey = { field: '_id', path: [], direction: 1 }

function keyToSql({ field, path, direction }: SortKey, fields: Fields): Sql {
  const declared = fields.get(field)
  if (declared === undefined) throw new Error(`the sort key ${field} is not a field`)
  if (declared.kind === 'document') return directed(jsonbSortKey(declared, path, direction), direction)
  return columnToSql(declared, direction)
}

/** Leaves `nulls first` out for a column without nulls, because then one index serves both directions. */
function columnToSql({ sql: column, kind, nullable }: ScalarField, direction: 1 | -1): Sql {
  const ordered = directed(kind === 'string' ? sql`${column} collate "C"` : column, direction)
  if (!nullable) return ordered
  return direction === 1 ? sql`${ordered} nulls first` : sql`${ordered} nulls last`
}

function directed(key: Sql, direction: 1 | -1): Sql {
  return direction === 1 ? key : sql`${key} desc`
}
