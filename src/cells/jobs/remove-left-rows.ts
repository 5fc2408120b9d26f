import type { Job } from '../../jobs/repeat.ts'
import { selectMoves } from '../directory/copy-queries.ts'
import { updatePlacedActive } from '../directory/directory-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { unlessHeld } from '../move/hold-alone.ts'
import { removeLeftRows } from '../move/left-rows.ts'

/** How long the old cell keeps the rows of an organization that has left. */
export const leftKeptMs = 24 * 3_600_000

/**
 * Removes the rows of organizations that left this cell a day ago. It is a job of its own: for a large organization it works
 * for hours, with rests (Promise 176).
 */
export function removeRowsOfLeft({ db, cells, clock, log }: CellContext): Job {
  return {
    name: 'remove rows of organizations that have left',
    pauseMs: 10_000,
    run: async () => {
      for (const { organization_id, side, state, changed_at } of await selectMoves(db)) {
        const sinceMs = clock.now().getTime() - Date.parse(changed_at)
        if (side !== 'source' || state !== 'left' || sinceMs <= leftKeptMs) continue
        await unlessHeld(cells.directory, organization_id, async () => {
          // First, because a process that is killed then comes back to it as long as the move is noted here.
          await updatePlacedActive(cells.directory, organization_id, 'moved')
          const rows = await removeLeftRows(db, organization_id)
          log.info({ organization_id, rows }, 'removed the rows of an organization that has left this cell')
        })
      }
      return false
    },
  }
}
