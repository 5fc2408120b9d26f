import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** Returns a column as JSON has timestamps: ISO 8601 UTC with milliseconds, null where it is null. */
export function instant(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
