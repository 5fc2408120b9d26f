import type { Job } from '../../jobs/repeat.ts'
import { selectMove } from '../directory/copy-queries.ts'
import type { CellContext } from '../directory/sync-directory.ts'
import { leaveTables, readerOf } from '../move/copy-tables.ts'
import { unlessHeld, writeAlone } from '../move/hold-alone.ts'
import { selectPastTriggers } from '../move/move-queries.ts'
import { selectTables } from '../move/move-sql.ts'
import type { TenantTable } from '../move/move-sql.ts'
import { openSession } from '../move/sessions.ts'

/**
 * Drops the triggers of moves that are over: a move that was killed right before its end leaves them in the target,
 * where every write of the organization would run them.
 */
export function dropPastTriggers({ db, cells, log }: Pick<CellContext, 'db' | 'cells' | 'log'>): Job {
  return {
    name: 'drop triggers of moves that are over',
    pauseMs: 60_000,
    run: async () => {
      for (const organization_id of await selectPastTriggers(db))
        // A move that ends at this moment drops them itself.
        await unlessHeld(cells.directory, organization_id, async () => {
          await using session = await openSession(db)
          await writeAlone(session, organization_id)
          // A move may have begun since the list was read, and may have been killed: its triggers note what is written.
          if ((await selectMove(readerOf(session), organization_id)) !== null) return
          const tables = await session.query<TenantTable & Record<string, unknown>>(selectTables)
          await leaveTables(session, tables, organization_id)
          log.info({ organization_id }, 'dropped the triggers of a move that is over')
        })
      return false
    },
  }
}
