import type { Client } from 'pg'
import type { Db } from '../../db/database.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import {
  bucketsThatDiffer,
  callersThatDiffer,
  lockCounted,
  profilesThatDiffer,
  projectsThatDiffer,
  recountAll,
} from './queries.ts'

/** How many kept counts differ from the rows they count. */
export interface Differences {
  hours: number
  days: number
  months: number
  /** Over all time. */
  all: number
  /** Callers of the list with `unique`. */
  callers: number
  /** Profiles, by their linked conversations. */
  profiles: number
  /** Projects, by their profiles. */
  projects: number
}

/**
 * Compares every kept count with the rows. With `repair` they are made what the rows say, in one transaction for which
 * writers wait; what is answered is what differed before.
 */
export async function recount(db: Db, { repair }: { repair: boolean }): Promise<Differences> {
  const client = await db.connect()
  try {
    await client.query('begin')
    if (repair) await client.query(toText(lockCounted))
    const differences: Differences = {
      hours: await differ(client, bucketsThatDiffer(sql`'hour'`)),
      days: await differ(client, bucketsThatDiffer(sql`'day'`)),
      months: await differ(client, bucketsThatDiffer(sql`'month'`)),
      all: await differ(client, bucketsThatDiffer(sql`'all'`)),
      callers: await differ(client, callersThatDiffer),
      profiles: await differ(client, profilesThatDiffer),
      projects: await differ(client, projectsThatDiffer),
    }
    if (repair) for (const statement of recountAll) await client.query(toText(statement))
    await client.query('commit')
    return differences
  } finally {
    await client.end()
  }
}

async function differ(client: Client, query: Sql): Promise<number> {
  const { rows } = await client.query<{ differ: number }>(toText(query))
  return rows[0]?.differ ?? 0
}
