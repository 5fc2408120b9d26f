import { bringChanges, compareKeys, compareTables } from './copy-tables.ts'
import type { ChangedKeys, Difference } from './copy-tables.ts'
import { MoveFault } from './hold-alone.ts'
import { countChanges } from './move-queries.ts'
import type { MoveRequest, MoveWork } from './move-request.ts'
import type { Throttle } from './throttle.ts'

/**
 * The hand-over begins once so few changes wait, or a round of changes took no longer than this: the next one, during
 * the pause, takes as long. Where no round is that short, as on a busy machine, a longer one will do after some rounds.
 */
const changesMax = 200
const roundMsMax = { first: 400, later: 1_200 }
const firstRounds = 20
/** How often changes are brought over before the hand-over; a source that always writes faster is not moved. */
const roundsMax = 200

/**
 * Brings changes over until a round is short enough for the pause. Rounds rest for as long as each takes less than half
 * as long as the one before. In its rests more is written, so the last rounds have none.
 */
export async function catchUp(
  { from, organization }: Pick<MoveRequest, 'from' | 'organization'>,
  { source, target, tables, throttle }: Pick<MoveWork, 'source' | 'target' | 'tables' | 'throttle'>,
  atSnapshot: (changed: ChangedKeys, throttle: Throttle | null) => Promise<void> = async () => {},
): Promise<void> {
  let isRested = true
  let msBefore = Infinity
  for (let round = 1; ; round++) {
    const begunAt = performance.now()
    const used = isRested ? throttle : null
    await bringChanges(source, target, tables, organization._id, used, (changed) => atSnapshot(changed, used))
    const ms = performance.now() - begunAt
    if (ms <= (round <= firstRounds ? roundMsMax.first : roundMsMax.later)) return
    if ((await countChanges(from.db, organization._id)) < changesMax) return
    if (round >= roundsMax)
      throw new MoveFault('the organization writes faster than its rows can be brought over')
    isRested = ms < msBefore / 2
    msBefore = ms
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
  return catchUp(request, work, async (changed, throttle) => {
    addKeys(uncompared, changed)
    assertEqual(await compareKeys(source, target, tables, request.organization._id, uncompared, throttle))
    uncompared.clear()
  })
}

/**
 * Compares every table in a snapshot of its own of the source: one for all would keep both databases from clearing up
 * behind everybody for as long as it takes. Returns how many rows there are, and how long it took without its rests.
 *
 * @throws {MoveFault} if any differs.
 */
export async function compareAll(
  { source, target, tables, throttle }: Pick<MoveWork, 'source' | 'target' | 'tables' | 'throttle'>,
  organizationId: string,
): Promise<{ rows: number; ms: number }> {
  const differences: Difference[] = []
  let rows = 0
  let ms = 0
  for (const table of tables)
    await bringChanges(source, target, [table], organizationId, throttle, async () => {
      const begunAt = throttle.workedMs
      const compared = await compareTables(source, target, [table], organizationId, throttle)
      ms += throttle.workedMs - begunAt
      rows += compared.rows
      differences.push(...compared.differences)
    })
  assertEqual(differences)
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
