import type { Job } from '../../jobs/repeat.ts'
import { selectMoves } from '../directory/copy-queries.ts'
import { selectCell, selectPlacedByName, updatePlacedActive } from '../directory/directory-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { askWorksThere } from '../forward/ask-cells.ts'
import { unlessHeld } from '../move/hold-alone.ts'
import { removeLeftRows } from '../move/left-rows.ts'

/** How long the old cell keeps the rows of an organization that has left. */
export const leftKeptMs = 24 * 3_600_000

/**
 * Removes the rows of organizations that left this cell a day ago. It is a job of its own: for a large organization it
 * works for hours, with rests (Promise 176).
 */
export function removeRowsOfLeft(context: CellContext): Job {
  const { db, cells, clock, log } = context
  const kept = new Set<string>()
  return {
    name: 'remove rows of organizations that have left',
    pauseMs: 10_000,
    run: async () => {
      for (const { organization_id, side, state, changed_at } of await selectMoves(db)) {
        const sinceMs = clock.now().getTime() - Date.parse(changed_at)
        if (side !== 'source' || state !== 'left' || sinceMs <= leftKeptMs) continue
        await unlessHeld(cells.directory, organization_id, async () => {
          const why = await whyToKeep(context, organization_id)
          if (why !== null) {
            if (!kept.has(organization_id))
              log.warn({ organization_id, why }, 'the rows of an organization that has left are kept')
            kept.add(organization_id)
            return
          }
          kept.delete(organization_id)
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

/**
 * Returns why the rows that an organization has left here may be the last ones; null if the cell that the directory
 * names has the organization itself. The other cell may have been restored to an instant before the move.
 */
async function whyToKeep(context: CellContext, organizationId: string): Promise<string | null> {
  const { directory, name } = context.cells
  const placed = await selectPlacedByName(directory, organizationId)
  if (placed === null) return 'the directory does not have the organization'
  if (placed.cell === name) return 'the directory has the organization in this cell'
  const cell = await selectCell(directory, placed.cell)
  if (cell === null) return `the directory has no cell ${placed.cell}`
  try {
    if (await askWorksThere(context, cell.url, organizationId)) return null
    return `cell ${cell.name} does not have the organization, as after a restore`
  } catch (error) {
    return `cell ${cell.name} does not answer: ${error instanceof Error ? error.message : 'no answer'}`
  }
}
