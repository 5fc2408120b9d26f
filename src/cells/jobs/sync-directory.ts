import type { Job } from '../../jobs/repeat.ts'
import type { CellMetrics } from '../cell-metrics.ts'
import type { Clash } from '../directory/directory-queries.ts'
import { syncDirectory } from '../directory/sync-directory.ts'
import type { CellContext } from '../directory/sync-directory.ts'

/**
 * Reports to the directory what this cell has, and keeps the cell's copy of it. While the directory is away, the copy
 * stays as it is.
 */
export function syncDirectoryJob(context: CellContext & { cellMetrics: CellMetrics }): Job {
  const { log, cellMetrics } = context
  let reported = ''
  return {
    name: 'sync the directory of cells',
    pauseMs: 5_000,
    run: async () => {
      const clashes = await syncOnce(context)
      cellMetrics.copiedAt.setToCurrentTime()
      const serious = clashes.filter(({ kind }) => kind !== 'unplaced')
      const found = JSON.stringify(serious)
      if (serious.length > 0 && found !== reported)
        log.warn(
          { clashes: serious.length },
          'the directory has names or numbers of this cell for others; see switchboard cells check',
        )
      reported = found
      return false
    },
  }
}

/** Syncs once, and logs the organizations that no longer work here. Returns what the directory could not take. */
export async function syncOnce(context: CellContext): Promise<Clash[]> {
  const { clashes, left } = await syncDirectory(context)
  for (const organization_id of left)
    context.log.warn(
      { organization_id },
      'an organization that the directory has in another cell worked here, as after a restore; it does not any more',
    )
  return clashes
}
