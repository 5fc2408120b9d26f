import { bringChanges, compareKeys, compareTables } from './copy-tables.ts'
import type { ChangedKeys, Difference } from './copy-tables.ts'
import { MoveFault } from './hold-alone.ts'
import { countChanges } from './move-queries.ts'
import type { MoveRequest, MoveWork } from './move-request.ts'

/**
 * The hand-over begins once so few changes wait, or a round of changes took no longer than this: the next one, during
 * the pause, takes as long. Where no round is that short, as on a busy machine, a longer one will do after some rounds.
 */
const changesMax = 200
const roundMsMax = { first: 400, later: 1_200 }
const firstRounds = 20
/** How often changes are brought over before the hand-over; a source that always writes faster is not moved. */
const roundsMax = 200

/** Brings changes over until a round is short enough for the pause. */
export async function catchUp(
  { from, organization }: MoveRequest,
  { source, target, tables, throttle }: MoveWork,
  atSnapshot?: (changed: ChangedKeys) => Promise<void>,
): Promise<void> {
  for (let round = 1; ; round++) {
    const begunAt = performance.now()
    await bringChanges(
      source,
      target,
      tables,
      organization._id,
      // The first one brings what was written while everything was copied. The others have less to do and must become
      // short.
      round === 1 ? throttle : null,
      atSnapshot,
    )
    const ms = performance.now() - begunAt
    if (ms <= (round <= firstRounds ? roundMsMax.first : roundMsMax.later)) return
    if ((await countChanges(from.db, organization._id)) < changesMax) return
    if (round >= roundsMax)
      throw new MoveFault('the organization writes faster than its rows can be brought over')
  }
}

/**
 * Brings over what was written since everything was compared, and compares it in the same snapshot, so that the pause
 * is left with what is written in the last round. It does not grow with the organization then.
 *
 * @throws {MoveFault} if any row differs.
 */
export function catchUpCompared(request: MoveRequest, work: MoveWork): Promise<void> {
  const { source, target, tables, uncompared } = work
  return catchUp(request, work, async (changed) => {
    addKeys(uncompared, changed)
    assertEqual(await compareKeys(source, target, tables, request.organization._id, uncompared))
    uncompared.clear()
  })
}

/**
 * Compares every table in one snapshot of the source. Returns how many rows there are, and how long it took without its
 * rests.
 *
 * @throws {MoveFault} if any differs.
 */
export async function compareAll(
  { source, target, tables, throttle }: MoveWork,
  organizationId: string,
): Promise<{ rows: number; ms: number }> {
  let rows = 0
  let ms = 0
  await bringChanges(source, target, tables, organizationId, throttle, async () => {
    const begunAt = throttle.workedMs
    const compared = await compareTables(source, target, tables, organizationId, throttle)
    ms = throttle.workedMs - begunAt
    rows = compared.rows
    assertEqual(compared.differences)
  })
  return { rows, ms }
}

export function assertEqual(differences: readonly Difference[]): void {
  if (differences.length === 0) return
  const shown = differences.map(({ table, source, target }) => `${table} (${source}; ${target})`).join(', ')
  throw new MoveFault(`the copy differs in ${shown}; nothing was switched`)
}

export function addKeys(all: ChangedKeys, more: ChangedKeys): void {
  for (const [table, keys] of more) all.set(table, (all.get(table) ?? new Set()).union(keys))
}
