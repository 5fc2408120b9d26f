import { setTimeout as delay } from 'node:timers/promises'
import { cutClient } from '../../db/client.ts'
import type { Db } from '../../db/database.ts'
import { isLockTimeout } from '../../db/lock-errors.ts'
import { sql } from '../../db/sql.ts'
import { renewPlacedMoving, selectPlacedByName, updatePlacedMoved } from '../directory/directory-queries.ts'
import type { Placed } from '../directory/directory-queries.ts'
import { placeKnownMs } from '../forward/decide-place.ts'
import { addKeys, assertEqual } from './catch-up.ts'
import { bringChanges, compareKeys, compareTables, readerOf } from './copy-tables.ts'
import { MoveFault, assertHeld } from './hold-alone.ts'
import {
  closeOrganization,
  countUnderWay,
  markKeys,
  replaceMembers,
  selectMembers,
  selectMigration,
  updateSourceMove,
  updateTarget,
} from './move-queries.ts'
import type { MoveRequest, MoveSide, MoveStep, MoveWork } from './move-request.ts'
import { lastOfSequence, raiseSequence } from './move-sql.ts'
import type { TenantTable } from './move-sql.ts'
import type { MoveSession } from './sessions.ts'
import { fullSpeed } from './throttle.ts'

/** How long requests to others that are on their way may take before they are left to the target. */
const underWayMs = 2_000
/** How long one step may take while the organization is closed: a database of the move may hang. */
const stepMsMax = 10_000
/**
 * After this time the directory ends the lock of a process that hangs itself, and a worker opens the organization. It
 * is longer than `stepMsMax`, so that a process that does not hang keeps its lock.
 */
const silentSecondsMax = 15

/**
 * Hands the organization over. Returns its new place; null if it could not be closed, and works in the source as
 * before.
 *
 * @throws {SwitchUnknown} if it stays closed.
 */
export async function handOver(request: MoveRequest, work: MoveWork): Promise<Placed | null> {
  const { organization, from, to, onStep = () => {} } = request
  const { _id } = organization
  await onStep('hand over')
  // An organization is not closed for a switch that can't be made.
  await assertHeld(work.held)
  await endIfSilent(work.held, silentSecondsMax)
  await updateSourceMove(from.db, _id, ['copying'], 'closing')
  const deadline = createDeadline(work)
  try {
    return await closeAndSwitch(request, work, deadline)
  } catch (error) {
    if (error instanceof SwitchUnknown) throw error
    // Nothing was switched, so the source works on.
    await updateSourceMove(from.db, _id, ['closing', 'closed'], 'copying')
    // The target may hang. Its workers set the state then.
    if (deadline.signal.aborted) throw deadline.signal.reason
    await updateTarget(to.db, _id, 'copying')
    throw error
  } finally {
    deadline.end()
    // Not waited for: the directory may hang, or be away.
    endIfSilent(work.held, 0).catch(() => {})
  }
}

/** Lets the directory end the session, and its lock, once it has got nothing for some seconds; 0: never. */
async function endIfSilent(held: MoveSession, seconds: number): Promise<void> {
  await held.query(sql`select set_config('idle_session_timeout', ${`${seconds}s`}, false)`)
}

/** The time within which each step ends while an organization is being closed and switched. */
interface Deadline {
  /** Aborted at its end, when the sessions of the move are cut. */
  signal: AbortSignal
  /** Begins the time anew. */
  renew: () => void
  end: () => void
}

function createDeadline({ held, source, target }: MoveWork): Deadline {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(
      new MoveFault(
        `a step of the hand-over took longer than ${stepMsMax / 1_000} s, as where a database does not answer; nothing was switched, and the organization works on in its cell: run the move again`,
      ),
    )
    for (const { client } of [held, source, target]) cutClient(client)
  }, stepMsMax)
  return { signal: late.signal, renew: () => void timer.refresh(), end: () => clearTimeout(timer) }
}

/** Closes the organization and switches it. Returns its new place; null if it could not be closed. */
async function closeAndSwitch(
  request: MoveRequest,
  { held, source, target, tables, migration, isComparedAgain, placed, uncompared }: MoveWork,
  deadline: Deadline,
): Promise<Placed | null> {
  const { organization, from, to, onStep = () => {} } = request
  const { _id } = organization
  const begunAt = performance.now()
  const begin = async (step: MoveStep): Promise<void> => {
    // The directory counts the time of a session that is silent.
    await assertHeld(held)
    deadline.renew()
    await onStep(step)
  }
  await markKeys(from.db, _id)
  do addKeys(uncompared, await bringChanges(source, target, tables, _id, null))
  while (
    (await countUnderWay(from.db, _id)) > 0 &&
    performance.now() - begunAt < underWayMs &&
    (await delay(20, true))
  )
  await begin('close')
  try {
    await from.db.transaction((transaction) => closeOrganization(transaction, _id))
  } catch (error) {
    await updateSourceMove(from.db, _id, ['closing'], 'copying')
    deadline.signal.throwIfAborted()
    if (isLockTimeout(error)) return null
    throw error
  }
  await begin('last changes')
  addKeys(uncompared, await bringChanges(source, target, tables, _id, null))
  const members = await selectMembers(from.db, _id)
  await target.transaction('read committed', () => replaceMembers(readerOf(target), _id, members))
  await begin('compare changes')
  assertEqual(await compareKeys(source, target, tables, _id, uncompared, null))
  if (isComparedAgain)
    assertEqual((await compareTables(source, target, tables, _id, fullSpeed())).differences)
  await assertMembers(from.db, to.db, _id)
  await raiseSequences(source, target, tables)
  // Closed, the source writes no more by a newer schema than that by which the tables and columns were listed.
  await assertSchema([from, to], migration)
  // By the session that has written the rows: a target that was restored meanwhile has cut it.
  if (!(await updateTarget(readerOf(target), _id, 'closed')))
    throw new MoveFault(`cell ${to.name} does not have the move any more; nothing was switched`)
  // For so long, processes of the source may read its rows, also for requests that come behind a write in the target.
  await delay(Math.max(0, begunAt + placeKnownMs - performance.now()))
  await onStep('switch')
  await assertHeld(held)
  deadline.signal.throwIfAborted()
  deadline.end()
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
 * Switches the organization in the directory. If no answer comes, asks whether it was done: two cells must never both
 * work for an organization.
 */
async function switchPlace(
  { directory, organization: { _id }, from, to }: MoveRequest,
  { changed_at }: Placed,
): Promise<Placed> {
  const move = { _id, cell: from.name, to: to.name }
  let failure: unknown = null
  try {
    const switched = await updatePlacedMoved(directory, {
      _id,
      from: from.name,
      to: to.name,
      since: changed_at,
    })
    if (switched !== null) return switched
  } catch (error) {
    failure = error
  }
  try {
    if (!(await renewPlacedMoving(directory, move))) {
      const placed = await selectPlacedByName(directory, _id)
      if (placed?.cell === to.name && placed.state === 'moved') return placed
    }
  } catch (error) {
    throw new SwitchUnknown(failure ?? error)
  }
  throw failure ?? new MoveFault('the directory has changed meanwhile; nothing was switched')
}

/**
 * Checks that neither side was migrated since the move began: what was written into new columns or tables was not
 * brought over.
 */
async function assertSchema(sides: readonly MoveSide[], migration: number): Promise<void> {
  for (const { name, db } of sides) {
    const found = await selectMigration(db)
    if (found !== migration)
      throw new MoveFault(
        `cell ${name} was migrated from schema ${migration} to ${found} during the move; nothing was switched, run the move again`,
      )
  }
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
