import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'

/** A move that can't begin or go on, with the reason as a sentence. */
export class MoveFault extends Error {
  override name = 'MoveFault'
}

/** A table whose lock others had for as long as it was tried for. */
export class TableBusy extends MoveFault {
  constructor(table: string, cause: unknown) {
    super(
      `transactions of others have kept table ${table} busy for minutes, as an import does; run the command again once they have ended`,
      { cause },
    )
  }
}

/** How long it is waited for the sessions of a killed move, which may be at work on a statement still. */
const endedMsMax = 15_000
const lookAgainMs = 200

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

/** Does something with an organization unless another process moves it or does something with it. */
export async function unlessHeld(
  directory: Db,
  organizationId: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await using _held = await holdAlone(directory, organizationId)
    await run()
  } catch (error) {
    if (!(error instanceof MoveFault) || error instanceof TableBusy) throw error
  }
}

/**
 * Takes a lock of the session's own database that only one move of this organization has. The lock in the directory is
 * lost when that goes away, and the process does not notice at once. This one ends with the session that writes, so
 * that two moves never write side by side.
 */
export async function writeAlone(session: MoveSession, organizationId: string): Promise<void> {
  const deadline = performance.now() + endedMsMax
  await session.query(sql`select set_config('client_connection_check_interval', '2s', false)`)
  for (;;) {
    const [row] = await session.query<{ is_held: boolean }>(
      sql`select pg_try_advisory_lock(hashtextextended(${organizationId}::text, 8020326118)) as is_held`,
    )
    if (row?.is_held === true) return
    if (performance.now() > deadline)
      throw new MoveFault('another process moves this organization at the moment')
    await delay(lookAgainMs)
  }
}

/**
 * Checks that this process still holds its lock in the directory.
 *
 * @throws {MoveFault} if the directory is away, or was: nothing is switched then.
 */
export async function assertHeld(held: MoveSession): Promise<void> {
  try {
    await held.query(sql`select 1`)
  } catch (error) {
    const fault = new MoveFault(
      'the directory does not answer, or was away meanwhile; nothing was switched, run the move again',
    )
    fault.cause = error
    throw fault
  }
}
