import type { Db } from '../../db/database.ts'
import { selectMove } from '../directory/copy-queries.ts'
import { leaveOutTriggers, leaveTables, readerOf, removeRows, stopCounting } from './copy-tables.ts'
import { MoveFault, writeAlone } from './hold-alone.ts'
import { deleteMove } from './move-queries.ts'
import { selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'
import { Throttle, usualShare } from './throttle.ts'

/**
 * Removes the rows that an organization has left in its old cell. Safe to repeat. Where the lock in the directory is
 * lost meanwhile, the lock of the session keeps the organization from being moved back before the end.
 */
export async function removeLeftRows(db: Db, organizationId: string): Promise<number> {
  await using session = await openSession(db)
  await writeAlone(session, organizationId)
  const move = await selectMove(readerOf(session), organizationId)
  if (move?.side !== 'source' || move.state !== 'left')
    throw new MoveFault('the organization has not left this cell')
  const tables = await session.query<TenantTable & Record<string, unknown>>(selectTables)
  await leaveOutTriggers(session)
  await stopCounting(session, tables, organizationId)
  const removed = await removeRows(session, tables, organizationId, new Throttle(usualShare))
  await leaveTables(session, tables, organizationId)
  await deleteMove(db, organizationId, 'source')
  return removed
}

/** Removes what an earlier stay in the target has left there, before the organization comes back. */
export async function clearOldRows(
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
  throttle: Throttle,
): Promise<void> {
  const db = readerOf(target)
  const move = await selectMove(db, organizationId)
  if (move?.side !== 'source') return
  await stopCounting(target, tables, organizationId)
  await removeRows(target, tables, organizationId, throttle)
  await leaveTables(target, tables, organizationId)
  await deleteMove(db, organizationId, 'source')
}
