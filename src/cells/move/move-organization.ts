import { selectHold } from '../../db/database-identity.ts'
import { selectMove, selectWorksHere } from '../directory/copy-queries.ts'
import { updatePlacedMoving } from '../directory/directory-queries.ts'
import { catchUp, catchUpCompared, compareAll } from './catch-up.ts'
import { copyTables, followTables, leaveOutTriggers, stopCounting } from './copy-tables.ts'
import { finishMove, openTarget } from './end-move.ts'
import { handOver } from './hand-over.ts'
import { MoveFault, assertHeld, holdAlone, writeAlone } from './hold-alone.ts'
import { clearOldRows } from './left-rows.ts'
import {
  insertMove,
  raiseEventPlace,
  selectEventPlace,
  selectIsPlaceBehind,
  selectReadiness,
  updateSourceMove,
  updateTarget,
} from './move-queries.ts'
import type { MoveReport, MoveRequest, MoveWork } from './move-request.ts'
import { membersTable, selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import { Throttle, usualShare } from './throttle.ts'
import { untilFree } from './until-free.ts'

/** How often the hand-over is tried: it gives up if a transaction of the source lasts longer than a second. */
const handOversMax = 10
/** If comparing everything takes no longer than this, it is done once more while the organization is closed. */
const comparedClosedMsMax = 300

/**
 * Moves an organization to another cell while it is in use. Safe to repeat: a killed move goes on where it was. Until
 * the switch it can be taken back; from the switch on, a repeated move only ends what is left (Promise 176).
 *
 * @throws {MoveFault} if the move can't begin, or the copy differs from the source; nothing has been switched then.
 */
export async function moveOrganization(request: MoveRequest): Promise<MoveReport> {
  const { directory, organization, from, to, share = usualShare, onStep = () => {} } = request
  const { _id } = organization
  const throttle = new Throttle(share)
  await using stack = new AsyncDisposableStack()
  const held = stack.use(await holdAlone(directory, _id))
  await using source = await openSession(from.db)
  await using target = await openSession(to.db)
  for (const session of [source, target]) await writeAlone(session, _id)
  await onStep('begin')
  await assertHeld(held)
  const migration = await assertReady(request)
  const placed = await updatePlacedMoving(directory, { _id, cell: from.name, to: to.name })
  if (placed === null)
    throw new MoveFault(`organization ${organization.name} is in another cell, or moves elsewhere`)
  await leaveOutTriggers(target)
  const all = await source.query<TenantTable & Record<string, unknown>>(selectTables)
  const tables = all.filter(({ name }) => name !== membersTable)
  await clearOldRows(target, all, _id, throttle)
  await insertMove(to.db, { organization_id: _id, side: 'target', cell: from.name, url: from.url })
  await insertMove(from.db, { organization_id: _id, side: 'source', cell: to.name, url: to.url })
  await updateSourceMove(from.db, _id, ['closing', 'closed'], 'copying')
  await updateTarget(to.db, _id, 'copying')
  await onStep('follow')
  await followTables(source, all, _id)
  await followTables(target, all, _id)
  await stopCounting(target, all, _id)
  await onStep('copy')
  // First, so that no copied event has a place that the target has not reached: that would look like a dump.
  await raiseEvents(request)
  await copyTables(source, target, tables, _id, throttle)
  const work: MoveWork = {
    held,
    source,
    target,
    tables,
    migration,
    throttle,
    placed,
    uncompared: new Map(),
    isComparedAgain: false,
  }
  await onStep('catch up')
  await catchUp(request, work)
  await onStep('compare')
  const { rows, ms } = await compareAll(work, _id)
  work.isComparedAgain = ms <= comparedClosedMsMax
  for (let attempt = 1; ; attempt++) {
    await catchUpCompared(request, work)
    await raiseEvents(request)
    const begunAt = performance.now()
    const switched = await handOver(request, work)
    if (switched !== null) {
      await onStep('open')
      await openTarget(request, switched)
      const pauseMs = performance.now() - begunAt
      await finishMove(request, switched, source, target, all)
      return { rows, tables: all.length, pause_ms: pauseMs, hand_overs: attempt }
    }
    if (attempt >= handOversMax)
      throw new MoveFault(
        'the organization has transactions that last too long; nothing was switched, try again',
      )
  }
}

/** Returns the schema of both sides. */
async function assertReady(request: MoveRequest): Promise<number> {
  const { organization, from, to } = request
  const [source, target, ...holds] = await Promise.all([
    selectReadiness(from.db, organization),
    selectReadiness(to.db, organization),
    selectHold(from.db),
    selectHold(to.db),
  ])
  for (const [side, { name }] of [from, to].entries())
    if ((holds[side] ?? null) !== null)
      throw new MoveFault(
        `the database of cell ${name} is held: what waits in it would be dialed by the other cell, or not at all; release it first`,
      )
  if (!source.has_organization) throw new MoveFault(`cell ${from.name} does not have the organization`)
  if (source.migration !== target.migration)
    throw new MoveFault(
      `the schema of cell ${from.name} is ${source.migration}, that of ${to.name} is ${target.migration}: migrate first`,
    )
  for (const [{ may_replicate }, { name }] of [
    [source, from],
    [target, to],
  ] as const)
    if (!may_replicate)
      throw new MoveFault(
        `the role of cell ${name} may not copy rows as they are: run "grant set on parameter session_replication_role to …"`,
      )
  if (target.other_id !== null)
    throw new MoveFault(`cell ${to.name} has another organization with the name ${organization.name}`)
  await assertWorksInSource(request)
  return source.migration
}

/**
 * Checks that the source has the rows that count. A directory that was restored to an instant before a move names the
 * cell that has old rows alone: moved once more, these would replace the others.
 */
async function assertWorksInSource({ organization: { _id }, from, to }: MoveRequest): Promise<void> {
  const [move, worksInTarget] = await Promise.all([selectMove(from.db, _id), selectWorksHere(to.db, _id)])
  const fault = `the directory has the organization in cell ${from.name}, as after a restore to an instant before a move, but`
  const remedy = 'nothing was changed; correct the directory first (docs/runbook.md#cells)'
  if (worksInTarget) throw new MoveFault(`${fault} it works in cell ${to.name}: ${remedy}`)
  if (move !== null && (move.side === 'target' || move.state === 'left'))
    throw new MoveFault(
      `${fault} it does not work there: the other side of its move is ${move.cell}; ${remedy}`,
    )
}

/**
 * Lets the target's log of events go on behind that of the source. Nobody waits for it unless the log must be raised,
 * and then only for one short try at a time.
 */
async function raiseEvents({ from, to }: MoveRequest): Promise<void> {
  const place = await selectEventPlace(from.db)
  if (!(await selectIsPlaceBehind(to.db, place))) return
  await untilFree('events', (waitMs) =>
    to.db.transaction((transaction) => raiseEventPlace(transaction, place, waitMs)),
  )
}
