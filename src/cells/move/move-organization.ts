import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../db/sql.ts'
import type { Db } from '../../db/database.ts'
import { upsertPlace } from '../directory/copy-queries.ts'
import {
  renewPlacedMoving,
  selectPlacedByName,
  updatePlacedActive,
  updatePlacedMoved,
  updatePlacedMoving,
} from '../directory/directory-queries.ts'
import type { Placed } from '../directory/directory-queries.ts'
import {
  bringChanges,
  compareKeys,
  compareTables,
  copyTables,
  followTables,
  leaveOutTriggers,
  leaveTables,
  lookUpByKeys,
  readerOf,
  removeRows,
  stopCounting,
} from './copy-tables.ts'
import type { ChangedKeys, Difference } from './copy-tables.ts'
import { assertHeld, holdAlone, MoveFault, writeAlone } from './hold-alone.ts'
import { clearOldRows } from './left-rows.ts'
import {
  closeOrganization,
  countChanges,
  countUnderWay,
  deleteMove,
  insertMove,
  raiseEventPlace,
  replaceMembers,
  selectEventPlace,
  selectMembers,
  selectReadiness,
  updateMove,
} from './move-queries.ts'
import { lastOfSequence, membersTable, raiseSequence, selectTables } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import { openSession } from './sessions.ts'
import type { MoveSession } from './sessions.ts'

/** A cell of a move, with its open database. */
export interface MoveSide {
  name: string
  url: string
  db: Db
}

export interface MoveRequest {
  directory: Db
  organization: { _id: string; name: string }
  from: MoveSide
  to: MoveSide
  now: () => Date
  /** Called before each step, with its name. A test kills the process there. */
  onStep?: (step: MoveStep) => void | Promise<void>
}

export const moveSteps = [
  'begin',
  'follow',
  'copy',
  'catch up',
  'compare',
  'hand over',
  'close',
  'last changes',
  'compare changes',
  'switch',
  'open',
  'leave',
] as const
export type MoveStep = (typeof moveSteps)[number]

/** What a move has done. */
export interface MoveReport {
  rows: number
  tables: number
  /** From the first request that was turned away to the opening of the target. */
  pause_ms: number
  /** How often the hand-over was tried; each try that was given up was a pause of some two seconds too. */
  hand_overs: number
}

/**
 * The hand-over begins once so few changes wait, or a round of changes took no longer than this: the next one, during the
 * pause, takes as long. Where no round is that short, as on a busy machine, a longer one will do after some rounds.
 */
const changesMax = 200
const roundMsMax = { first: 400, later: 1_200 }
const firstRounds = 20
/** How often changes are brought over before the hand-over; a source that always writes faster is not moved. */
const roundsMax = 200
/** How long requests to providers that are on their way may take before they are left to the target. */
const underWayMs = 2_000
/** How often the hand-over is tried: it gives up if a transaction of the source lasts longer than a second. */
const handOversMax = 10
/** If comparing everything takes no longer than this, it is done once more while the organization is closed. */
const comparedClosedMsMax = 300

/**
 * Moves an organization to another cell while it is in use. Safe to repeat: a killed move goes on where it was. Until the
 * switch it can be taken back; from the switch on, a repeated move only ends what is left (Promise 176).
 *
 * @throws {MoveFault} if the move can't begin, or the copy differs from the source; nothing has been switched then.
 */
export async function moveOrganization(request: MoveRequest): Promise<MoveReport> {
  const { directory, organization, from, to, now, onStep = () => {} } = request
  const { _id } = organization
  await using stack = new AsyncDisposableStack()
  const held = stack.use(await holdAlone(directory, _id))
  await using source = await openSession(from.db)
  await using target = await openSession(to.db)
  for (const session of [source, target]) await writeAlone(session, _id)
  await onStep('begin')
  await assertHeld(held)
  await assertReady(request)
  const placed = await updatePlacedMoving(directory, { _id, cell: from.name, to: to.name }, now())
  if (placed === null)
    throw new MoveFault(`organization ${organization.name} is in another cell, or moves elsewhere`)
  await leaveOutTriggers(target)
  for (const session of [source, target]) await lookUpByKeys(session)
  const all = await source.query<TenantTable & Record<string, unknown>>(selectTables)
  const tables = all.filter(({ name }) => name !== membersTable)
  await clearOldRows(target, all, _id)
  await insertMove(to.db, { organization_id: _id, side: 'target', cell: from.name, url: from.url }, now())
  await insertMove(from.db, { organization_id: _id, side: 'source', cell: to.name, url: to.url }, now())
  await updateMove(from.db, _id, ['closing', 'closed'], 'copying', now())
  await onStep('follow')
  await followTables(source, all, _id)
  await followTables(target, all, _id)
  await stopCounting(target, all, _id)
  await onStep('copy')
  // First, so that no copied event has a place that the target has not reached: that would look like a dump.
  await raiseEvents(request)
  await copyTables(source, target, tables, _id)
  const work: MoveWork = {
    held,
    source,
    target,
    tables,
    placed,
    uncompared: new Map(),
    isComparedAgain: false,
  }
  await onStep('catch up')
  await catchUp(request, work)
  await onStep('compare')
  const { rows, ms } = await compareAll(source, target, tables, _id)
  work.isComparedAgain = ms <= comparedClosedMsMax
  for (let attempt = 1; ; attempt++) {
    await catchUpCompared(request, work)
    await raiseEvents(request)
    const begunAt = performance.now()
    const switched = await handOver(request, work)
    if (switched !== null) {
      await onStep('open')
      await open(request, switched)
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

/** Takes a move back: the source works as before, and the target forgets the copy. */
export async function cancelMove(request: Omit<MoveRequest, 'onStep'>): Promise<void> {
  const { directory, organization, from, to, now } = request
  const { _id } = organization
  await using stack = new AsyncDisposableStack()
  stack.use(await holdAlone(directory, _id))
  await using source = await openSession(from.db)
  await using target = await openSession(to.db)
  for (const session of [source, target]) await writeAlone(session, _id)
  // As a switch does: only one of the two finds the organization moving.
  const [placed] = await directory.query<{ cell: string; state: string }>(
    sql`select cell, state from organizations where _id = ${_id}`,
  )
  if (placed?.cell !== from.name || placed.state !== 'moving')
    throw new MoveFault('the organization does not move out of this cell, or it has been switched already')
  await updateMove(from.db, _id, ['closing', 'closed'], 'copying', now())
  const tables = await source.query<TenantTable & Record<string, unknown>>(selectTables)
  await leaveTables(source, tables, _id)
  await deleteMove(from.db, _id, 'source')
  await leaveOutTriggers(target)
  await removeRows(target, tables, _id)
  await leaveTables(target, tables, _id)
  await deleteMove(to.db, _id, 'target')
  await updatePlacedActive(directory, _id, 'moving', now())
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
  await open(request, placed)
  await finishMove(request, placed, source, target, tables)
}

async function assertReady({ organization, from, to }: MoveRequest): Promise<void> {
  const [source, target] = await Promise.all([
    selectReadiness(from.db, organization),
    selectReadiness(to.db, organization),
  ])
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
}

/** What a move works with. */
interface MoveWork {
  /** Holds the move's lock in the directory. */
  held: MoveSession
  source: MoveSession
  target: MoveSession
  tables: readonly TenantTable[]
  /** The organization as the move began it in the directory. */
  placed: Placed
  /** Rows that were brought over since both sides were found equal. */
  uncompared: ChangedKeys
  /** Whether everything is compared once more while the organization is closed. */
  isComparedAgain: boolean
}

/** Brings changes over until a round is short enough for the pause. */
async function catchUp(
  { from, organization }: MoveRequest,
  { source, target, tables }: MoveWork,
  atSnapshot?: (changed: ChangedKeys) => Promise<void>,
): Promise<void> {
  for (let round = 1; ; round++) {
    const begunAt = performance.now()
    await bringChanges(source, target, tables, organization._id, atSnapshot)
    const ms = performance.now() - begunAt
    if (ms <= (round <= firstRounds ? roundMsMax.first : roundMsMax.later)) return
    if ((await countChanges(from.db, organization._id)) < changesMax) return
    if (round >= roundsMax)
      throw new MoveFault('the organization writes faster than its rows can be brought over')
  }
}

/**
 * Brings over what was written since everything was compared, and compares it in the same snapshot, so that the pause is left
 * with what is written in the last round. It does not grow with the organization then.
 *
 * @throws {MoveFault} if any row differs.
 */
function catchUpCompared(request: MoveRequest, work: MoveWork): Promise<void> {
  const { source, target, tables, uncompared } = work
  return catchUp(request, work, async (changed) => {
    add(uncompared, changed)
    assertEqual(await compareKeys(source, target, tables, request.organization._id, uncompared))
    uncompared.clear()
  })
}

/** Lets the target's log of events go on behind that of the source. Others that write events wait for a third of a second. */
async function raiseEvents({ from, to }: MoveRequest): Promise<void> {
  const place = await selectEventPlace(from.db)
  await to.db.transaction((transaction) => raiseEventPlace(transaction, place))
}

/**
 * Compares every table in one snapshot of the source. Returns how many rows there are, and how long it took.
 *
 * @throws {MoveFault} if any differs.
 */
async function compareAll(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
  organizationId: string,
): Promise<{ rows: number; ms: number }> {
  let rows = 0
  let ms = 0
  await bringChanges(source, target, tables, organizationId, async () => {
    const begunAt = performance.now()
    const compared = await compareTables(source, target, tables, organizationId)
    ms = performance.now() - begunAt
    rows = compared.rows
    assertEqual(compared.differences)
  })
  return { rows, ms }
}

function assertEqual(differences: readonly Difference[]): void {
  if (differences.length === 0) return
  const shown = differences.map(({ table, source, target }) => `${table} (${source}; ${target})`).join(', ')
  throw new MoveFault(`the copy differs in ${shown}; nothing was switched`)
}

/**
 * Hands the organization over. Returns its new place; null if it could not be closed, and works in the source as before.
 *
 * @throws {SwitchUnknown} if it stays closed.
 */
async function handOver(request: MoveRequest, work: MoveWork): Promise<Placed | null> {
  const { organization, from, now, onStep = () => {} } = request
  const { _id } = organization
  await onStep('hand over')
  // An organization is not closed for a switch that can't be made.
  await assertHeld(work.held)
  await updateMove(from.db, _id, ['copying'], 'closing', now())
  try {
    return await closeAndSwitch(request, work)
  } catch (error) {
    // Nothing was switched, so the source works on.
    if (!(error instanceof SwitchUnknown))
      await updateMove(from.db, _id, ['closing', 'closed'], 'copying', now())
    throw error
  }
}

/** Closes the organization and switches it. Returns its new place; null if it could not be closed. */
async function closeAndSwitch(
  request: MoveRequest,
  { held, source, target, tables, isComparedAgain, placed, uncompared }: MoveWork,
): Promise<Placed | null> {
  const { organization, from, to, now, onStep = () => {} } = request
  const { _id } = organization
  const begunAt = performance.now()
  do add(uncompared, await bringChanges(source, target, tables, _id))
  while (
    (await countUnderWay(from.db, _id, now())) > 0 &&
    performance.now() - begunAt < underWayMs &&
    (await delay(20, true))
  )
  await onStep('close')
  try {
    await from.db.transaction((transaction) => closeOrganization(transaction, _id, now()))
  } catch (error) {
    await updateMove(from.db, _id, ['closing'], 'copying', now())
    if (error instanceof Error && 'code' in error && error.code === '55P03') return null
    throw error
  }
  await onStep('last changes')
  add(uncompared, await bringChanges(source, target, tables, _id))
  const members = await selectMembers(from.db, _id)
  await target.transaction('read committed', () => replaceMembers(readerOf(target), _id, members))
  await onStep('compare changes')
  assertEqual(await compareKeys(source, target, tables, _id, uncompared))
  if (isComparedAgain) assertEqual((await compareTables(source, target, tables, _id)).differences)
  await assertMembers(from.db, to.db, _id)
  await raiseSequences(source, target, tables)
  await onStep('switch')
  await assertHeld(held)
  return switchPlace(request, placed)
}

/** A switch of which nobody knows whether the directory has made it. The organization stays closed in both cells. */
class SwitchUnknown extends MoveFault {
  constructor(cause: unknown) {
    super(
      'the directory did not answer to the switch; the organization stays closed, and opens where the directory has it as soon as that answers',
    )
    this.cause = cause
  }
}

/**
 * Switches the organization in the directory. If no answer comes, asks whether it was done: two cells must never both work for
 * an organization.
 */
async function switchPlace(
  { directory, organization: { _id }, from, to, now }: MoveRequest,
  { changed_at }: Placed,
): Promise<Placed> {
  const move = { _id, cell: from.name, to: to.name }
  let failure: unknown = null
  try {
    const switched = await updatePlacedMoved(
      directory,
      { _id, from: from.name, to: to.name, since: changed_at },
      now(),
    )
    if (switched !== null) return switched
  } catch (error) {
    failure = error
  }
  try {
    if (!(await renewPlacedMoving(directory, move, now()))) {
      const placed = await selectPlacedByName(directory, _id)
      if (placed?.cell === to.name && placed.state === 'moved') return placed
    }
  } catch (error) {
    throw new SwitchUnknown(failure ?? error)
  }
  throw failure ?? new MoveFault('the directory has changed meanwhile; nothing was switched')
}

function add(all: ChangedKeys, more: ChangedKeys): void {
  for (const [table, keys] of more) all.set(table, (all.get(table) ?? new Set()).union(keys))
}

/** Compares who has which role, by address: accounts may have other ids in the other cell. */
async function assertMembers(from: Db, to: Db, organizationId: string): Promise<void> {
  const [source, target] = await Promise.all([
    selectMembers(from, organizationId),
    selectMembers(to, organizationId),
  ])
  const rolesOf = (members: typeof source) =>
    JSON.stringify(members.map(({ email, role, project_ids }) => [email, role, project_ids]))
  if (rolesOf(source) !== rolesOf(target))
    throw new MoveFault('the roles of people differ; nothing was switched')
}

/** Lets the numbers that the target gives go on behind those of the source. */
async function raiseSequences(
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
): Promise<void> {
  for (const sequence of tables.flatMap(({ sequences }) => sequences)) {
    const [row] = await source.query<{ value: string }>(lastOfSequence(sequence))
    await target.query(raiseSequence(sequence, row?.value ?? '1'))
  }
}

/** Lets the target work: its jobs find the rows, and its API answers. */
async function open(
  { organization: { _id }, to }: Omit<MoveRequest, 'onStep'>,
  { changed_at }: Placed,
): Promise<void> {
  await upsertPlace(to.db, { organization_id: _id, cell: to.name, url: to.url, changed_at })
  await deleteMove(to.db, _id, 'target')
}

/** Lets the source pass on what still reaches it, and removes the triggers of the target. */
async function finishMove(
  { organization: { _id }, from, to, now, onStep = () => {} }: MoveRequest,
  { changed_at }: Placed,
  source: MoveSession,
  target: MoveSession,
  tables: readonly TenantTable[],
): Promise<void> {
  await onStep('leave')
  await upsertPlace(from.db, { organization_id: _id, cell: to.name, url: to.url, changed_at })
  await updateMove(from.db, _id, ['copying', 'closing', 'closed'], 'left', now())
  await source.query(sql`delete from move_changes where organization_id = ${_id}`)
  await leaveTables(target, tables, _id)
}
