import type { Job } from '../../jobs/repeat.ts'
import { showMoves } from '../cell-metrics.ts'
import type { CellMetrics } from '../cell-metrics.ts'
import { selectMove, selectMoves, upsertPlace } from '../directory/copy-queries.ts'
import type { Move } from '../directory/copy-queries.ts'
import { renewPlacedMoving, selectCell, selectPlacedByName } from '../directory/directory-queries.ts'
import type { Placed } from '../directory/directory-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { unlessHeld } from '../move/hold-alone.ts'
import { openMove, updateSourceMove, updateTarget } from '../move/move-queries.ts'

/** How long a hand-over may take before the job checks that the moving process lives. */
const handOverMsMax = 10_000

/**
 * Ends what a killed move has left: an organization that is closed opens again where the directory has it. A move whose
 * process lives is left alone (Promise 176).
 */
export function tendMoves(context: CellContext & { cellMetrics: CellMetrics }): Job {
  const { db, cells, clock, log, cellMetrics } = context
  const logged = new Set<string>()
  return {
    name: 'tend moves of organizations',
    pauseMs: 2_000,
    run: async () => {
      const moves = await selectMoves(db)
      showMoves(cellMetrics, moves)
      for (const move of moves) {
        const { organization_id } = move
        const sinceMs = clock.now().getTime() - Date.parse(move.changed_at)
        const isWaiting = move.side === 'target' || (move.state !== 'copying' && move.state !== 'left')
        if (isWaiting && sinceMs > handOverMsMax)
          await unlessHeld(cells.directory, organization_id, async () => {
            if (await resume(context, move)) logged.delete(organization_id)
            else if (!logged.has(organization_id)) {
              logged.add(organization_id)
              log.warn(
                { organization_id },
                'an organization stays closed, since its rows may be incomplete after a restore; see docs/runbook.md#cells',
              )
            }
          })
      }
      return false
    },
  }
}

/**
 * Opens an organization where the directory has it. Returns false if it stays closed in this cell, which may lack rows
 * of it: its database was restored to an instant before the switch.
 */
async function resume({ db, cells, log }: CellContext, move: Move): Promise<boolean> {
  const { directory, name } = cells
  const { organization_id, side } = move
  const placed = await selectPlacedByName(directory, organization_id)
  if (placed === null) return true
  if (placed.state === 'moving') {
    await endBeforeSwitch({ db, cells, log }, move, placed)
    return true
  }
  const cell = await selectCell(directory, placed.cell)
  if (cell === null) return true
  const { changed_at } = placed
  await upsertPlace(db, { organization_id, cell: cell.name, url: cell.url, changed_at })
  if (side === 'target' && placed.cell === name) {
    await openMove(db, organization_id)
    return (await selectMove(db, organization_id)) === null
  }
  if (side === 'source' && placed.cell !== name)
    await updateSourceMove(db, organization_id, ['copying', 'closing', 'closed'], 'left')
  return true
}

/** Lets the source work on. The target may lack what that writes, so its copy no longer counts as whole. */
async function endBeforeSwitch(
  { db, cells: { directory, name }, log }: Pick<CellContext, 'db' | 'cells' | 'log'>,
  { organization_id, side, state }: Move,
  { cell, other_cell }: Placed,
): Promise<void> {
  if (other_cell === null || name !== (side === 'source' ? cell : other_cell)) return
  if (side === 'target' && state !== 'closed') return
  if (!(await renewPlacedMoving(directory, { _id: organization_id, cell, to: other_cell }))) return
  if (side === 'target') return void (await updateTarget(db, organization_id, 'copying'))
  await updateSourceMove(db, organization_id, ['closing', 'closed'], 'copying')
  log.warn({ organization_id }, 'a move has ended before the switch; the organization works on here')
}
