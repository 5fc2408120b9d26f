import type { Job } from '../../jobs/repeat.ts'
import { selectMoves, upsertPlace } from '../directory/copy-queries.ts'
import type { Move } from '../directory/copy-queries.ts'
import { selectCell, selectPlacedByName, updatePlacedActive } from '../directory/directory-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { holdAlone, MoveFault } from '../move/hold-alone.ts'
import { removeLeftRows } from '../move/left-rows.ts'
import { deleteMove, updateMove } from '../move/move-queries.ts'

/** How long the old cell keeps the rows of an organization that has left. */
export const leftKeptMs = 24 * 3_600_000
/** How long a hand-over may take before it is looked at whether the process that moves still lives. */
const handOverMsMax = 10_000

/**
 * Ends what a killed move has left: an organization that is closed opens again where the directory has it. Removes the rows
 * of organizations that left this cell a day ago. A move whose process lives is left alone.
 */
export function tendMoves(context: CellContext): Job {
  return {
    name: 'tend moves of organizations',
    pauseMs: 2_000,
    run: async () => {
      for (const move of await selectMoves(context.db)) {
        const sinceMs = context.clock.now().getTime() - Date.parse(move.changed_at)
        if (move.side === 'source' && move.state === 'left') {
          if (sinceMs > leftKeptMs) await removeLeft(context, move)
        } else if (sinceMs > handOverMsMax && move.state !== 'copying') await resume(context, move)
        else if (move.side === 'target' && sinceMs > handOverMsMax) await resume(context, move)
      }
      return false
    },
  }
}

async function removeLeft({ db, cells, clock, log }: CellContext, { organization_id }: Move): Promise<void> {
  const rows = await removeLeftRows(db, organization_id)
  await updatePlacedActive(cells.directory, organization_id, 'moved', clock.now())
  log.info({ organization_id, rows }, 'removed the rows of an organization that has left this cell')
}

/** Opens an organization where the directory has it, if nobody moves it any more. */
async function resume(
  { db, cells, clock, log }: CellContext,
  { organization_id, side }: Move,
): Promise<void> {
  const { directory, name } = cells
  try {
    await using stack = new AsyncDisposableStack()
    stack.use(await holdAlone(directory, organization_id))
    const placed = await selectPlacedByName(directory, organization_id)
    if (placed === null) return
    if (side === 'source' && placed.cell === name && placed.state === 'moving') {
      await updateMove(db, organization_id, ['closing', 'closed'], 'copying', clock.now())
      log.warn({ organization_id }, 'a move has ended before the switch; the organization works on here')
    }
    if (placed.state !== 'moved') return
    const cell = await selectCell(directory, placed.cell)
    if (cell === null) return
    await upsertPlace(db, { organization_id, cell: cell.name, url: cell.url })
    if (side === 'target' && placed.cell === name) await deleteMove(db, organization_id)
    else if (side === 'source' && placed.cell !== name)
      await updateMove(db, organization_id, ['copying', 'closing', 'closed'], 'left', clock.now())
  } catch (error) {
    if (!(error instanceof MoveFault)) throw error
  }
}
