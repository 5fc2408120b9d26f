import type { Job } from '../../jobs/repeat.ts'
import { selectMoves, upsertPlace } from '../directory/copy-queries.ts'
import type { Move } from '../directory/copy-queries.ts'
import { renewPlacedMoving, selectCell, selectPlacedByName } from '../directory/directory-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { unlessHeld } from '../move/hold-alone.ts'
import { deleteMove, updateMove } from '../move/move-queries.ts'

/** How long a hand-over may take before the job checks that the moving process lives. */
const handOverMsMax = 10_000

/**
 * Ends what a killed move has left: an organization that is closed opens again where the directory has it. A move whose process
 * lives is left alone (Promise 176).
 */
export function tendMoves(context: CellContext): Job {
  return {
    name: 'tend moves of organizations',
    pauseMs: 2_000,
    run: async () => {
      for (const move of await selectMoves(context.db)) {
        const sinceMs = context.clock.now().getTime() - Date.parse(move.changed_at)
        const isWaiting = move.side === 'target' || (move.state !== 'copying' && move.state !== 'left')
        if (isWaiting && sinceMs > handOverMsMax)
          await unlessHeld(context.cells.directory, move.organization_id, () => resume(context, move))
      }
      return false
    },
  }
}

/** Opens an organization where the directory has it. */
async function resume({ db, cells, log }: CellContext, { organization_id, side }: Move): Promise<void> {
  const { directory, name } = cells
  const placed = await selectPlacedByName(directory, organization_id)
  if (placed === null) return
  if (placed.state === 'moving') {
    if (side !== 'source' || placed.cell !== name || placed.other_cell === null) return
    const move = { _id: organization_id, cell: name, to: placed.other_cell }
    if (!(await renewPlacedMoving(directory, move))) return
    await updateMove(db, organization_id, ['closing', 'closed'], 'copying')
    log.warn({ organization_id }, 'a move has ended before the switch; the organization works on here')
    return
  }
  const cell = await selectCell(directory, placed.cell)
  if (cell === null) return
  const { changed_at } = placed
  await upsertPlace(db, { organization_id, cell: cell.name, url: cell.url, changed_at })
  if (side === 'target' && placed.cell === name) await deleteMove(db, organization_id, 'target')
  else if (side === 'source' && placed.cell !== name)
    await updateMove(db, organization_id, ['copying', 'closing', 'closed'], 'left')
}
