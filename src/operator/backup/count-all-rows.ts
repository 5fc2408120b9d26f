import type { Db } from '../../db/database.ts'

/**
 * Returns how many rows all tables have, each of which was read. On a connection of its own, whose statements have no
 * time limit: the tables of a large database take minutes.
 */
export async function countAllRows(db: Db): Promise<number> {
  const client = await db.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`)
    let sum = 0
    for (const { name } of tables) {
      // Reading a column of every row, and not the index alone, so that a damaged page is found.
      const { rows } = await client.query<{ count: number }>(
        `select count(t.*::text)::float8 as count from ${name} t`,
      )
      sum += rows[0]?.count ?? 0
    }
    return sum
  } finally {
    await client.end()
  }
}
