import type { Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** Returns the names of indexes that PostgreSQL does not use, such as those whose creation failed; at most 20. */
export async function selectInvalidIndexes(db: Reader): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1 limit 20`)
  return rows.map(({ name }) => name)
}

/** Returns when a process last reported in this database; null if none ever did. */
export async function selectLastSeen(db: Reader): Promise<string | null> {
  const [row] = await db.query<{ seen_at: string | null }>(sql`select max(seen_at) as seen_at from processes`)
  return row?.seen_at ?? null
}
