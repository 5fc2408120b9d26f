import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'

/** A move that can't begin or go on, with the reason as a sentence. */
export class MoveFault extends Error {
  override name = 'MoveFault'
}

/** Holds the lock that only one process has which moves this organization. The lock ends with the process. */
export async function holdAlone(directory: Db, organizationId: string): Promise<MoveSession> {
  const session = await openSession(directory)
  const [row] = await session.query<{ is_held: boolean }>(
    sql`select pg_try_advisory_lock(hashtextextended(${organizationId}::text, 8020326117)) as is_held`,
  )
  if (row?.is_held === true) return session
  await session[Symbol.asyncDispose]()
  throw new MoveFault('another process moves this organization at the moment')
}
