import type { Db } from '../db/database.ts'
import { identifier, sql } from '../db/sql.ts'
import type { Job } from './repeat.ts'

/** Below this, reading a whole table costs no more than its index. */
const rowsMin = 200
/** A table is analyzed again once it has grown so many times: at 200 rows, 1,600, 12,800, … */
const growth = 8

/**
 * Analyzes tables that have grown since they were analyzed, long before PostgreSQL does it by itself, after a minute or
 * more. Plans that were made while a table was empty may read an index by the organization alone, those of foreign keys
 * too. They stay until the table is analyzed, and the 5,000th message of a new installation would read 10,000 pages.
 */
export function analyzeYoungTables({ db }: { db: Db }): Job {
  return {
    name: 'analyze young tables',
    pauseMs: 5_000,
    run: async () => {
      for (const { name } of await selectYoungTables(db))
        // Another worker may do the same, or PostgreSQL.
        await db.write(sql`analyze (skip_locked) ${identifier(name)}`)
      return false
    },
  }
}

/** Returns the tables of this role whose plans may be those of a much smaller table, the largest first. */
async function selectYoungTables(db: Db): Promise<{ name: string }[]> {
  return db.query(sql`
    select c.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_live_tup >= ${rowsMin}::bigint
      and s.n_live_tup > ${growth}::bigint * greatest(c.reltuples, 0) and pg_has_role(c.relowner, 'USAGE')
    order by s.n_live_tup desc`)
}
