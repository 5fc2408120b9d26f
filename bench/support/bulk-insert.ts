import { Client } from 'pg'
import { toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'

/** A connection that writes millions of rows. */
export interface Bulk {
  run: (query: Sql) => Promise<void>
}

/**
 * Writes many rows into tables. Secondary indexes are dropped and rebuilt, which takes a third of the time. Foreign
 * keys are not checked. At the end, statistics, visibility map and disk are up to date, so that no later figure pays
 * for them.
 */
export async function insertInBulk(
  databaseUrl: string,
  tables: readonly string[],
  insert: (bulk: Bulk) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query(`set work_mem = '256MB'`)
    await client.query(`set timezone = 'UTC'`)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
       where i.indrelid = any($1::regclass[])
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [tables],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await insert({
      run: async (query) => {
        const { text, values } = toText(query)
        await client.query(text, values)
      },
    })
    for (const { definition } of indexes) await client.query(definition)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
