import { sql } from '../../db/sql.ts'
import { selectWorksHere, upsertPlace } from '../directory/copy-queries.ts'
import { selectPlacedByName, updatePlacedActive } from '../directory/directory-queries.ts'
import type { Placed } from '../directory/directory-queries.ts'
import { leaveOutTriggers, leaveTables, removeRows } from './copy-tables.ts'
import { MoveFault, holdAlone, writeAlone } from './hold-alone.ts'
import { deleteMove, openMove, updateSourceMove } from './move-queries.ts'
import type { MoveRequest } from './move-request.ts'
import { selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'
import { Throttle, usualShare } from './throttle.ts'

/** Takes a move back: the source works as before, and the target forgets the copy. */
export async function cancelMove(request: Omit<MoveRequest, 'onStep'>): Promise<void> {
  const { directory, organization, from, to, share = usualShare } = request
  const { _id } = organization
  await using stack = new AsyncDisposableStack()
  stack.use(await holdAlone(directory, _id))
  await using source = await openSession(from.db)
  await using target = await openSession(to.db)
  for (const session of [source, target]) await writeAlone(session, _id)
  // As a switch does: only one of the two finds the organization moving.
  const [placed] = await directory.query<{ cell: string; state: string; other_cell: string | null }>(
    sql`select cell, state, other_cell from organizations where _id = ${_id}`,
  )
  if (placed?.cell !== from.name || placed.state !== 'moving')
    throw new MoveFault('the organization does not move out of this cell, or it has been switched already')
  // Else the cell to which it moves would keep its part of the copy.
  if (placed.other_cell !== to.name)
    throw new MoveFault(
      `the organization moves to cell ${placed.other_cell}, not to ${to.name}: take it back with --to ${placed.other_cell} --cancel`,
    )
  await updateSourceMove(from.db, _id, ['closing', 'closed'], 'copying')
  const tables = await source.query<TenantTable & Record<string, unknown>>(selectTables)
  await leaveTables(source, tables, _id)
  await deleteMove(from.db, _id, 'source')
  await leaveOutTriggers(target)
  await removeRows(target, tables, _id, new Throttle(share))
  await leaveTables(target, tables, _id)
  await deleteMove(to.db, _id, 'target')
  await updatePlacedActive(directory, _id, 'moving')
}

/** Ends a move that was switched: the target opens, the source passes on what still reaches it. */
export async function endSwitchedMove(request: Omit<MoveRequest, 'onStep'>): Promise<void> {
  const { directory, organization, from, to } = request
  await using stack = new AsyncDisposableStack()
  stack.use(await holdAlone(directory, organization._id))
  await using source = await openSession(from.db)
  await using target = await openSession(to.db)
  for (const session of [source, target]) await writeAlone(session, organization._id)
  const tables = await source.query<TenantTable & Record<string, unknown>>(selectTables)
  const placed = await selectPlacedByName(directory, organization._id)
  if (placed?.cell !== to.name || placed.state === 'moving')
    throw new MoveFault('the organization has not been switched to this cell')
  await openTarget(request, placed)
  await finishMove(request, placed, source, target, tables)
}

/**
 * Lets the target work: its jobs find the rows, and its API answers.
 *
 * @throws {MoveFault} if the target may lack rows, because it was restored to an instant before the switch. The
 *   organization stays closed there, and the source keeps its rows.
 */
export async function openTarget(
  { organization: { _id }, from, to }: Omit<MoveRequest, 'onStep'>,
  { changed_at }: Placed,
): Promise<void> {
  await upsertPlace(to.db, { organization_id: _id, cell: to.name, url: to.url, changed_at })
  await openMove(to.db, _id)
  if (!(await selectWorksHere(to.db, _id)))
    throw new MoveFault(
      `cell ${to.name} may lack rows of the organization, as after a restore to an instant before the switch; it stays closed there: restore the cell to a later instant, or let cell ${from.name} work again (docs/runbook.md#cells)`,
    )
}

/** Lets the source pass on what still reaches it, and removes the triggers of the target. */
export async function finishMove(
  { organization: { _id }, from, to, onStep = () => {} }: MoveRequest,
  { changed_at }: Placed,
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
): Promise<void> {
  await onStep('leave')
  await upsertPlace(from.db, { organization_id: _id, cell: to.name, url: to.url, changed_at })
  await updateSourceMove(from.db, _id, ['copying', 'closing', 'closed'], 'left')
  await source.query(sql`delete from move_changes where organization_id = ${_id}`)
  await leaveTables(target, tables, _id)
}
