import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { hintChannel } from './hint.ts'

/** Passes texts on to all processes that listen, in one statement and one transaction of its own. */
export async function notifyHints(db: Queryable, payloads: readonly string[]): Promise<void> {
  await db.write(
    sql`select pg_notify(${hintChannel}, payload) from unnest(${payloads}::text[]) as p (payload)`,
  )
}
