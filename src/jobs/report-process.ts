import { hostname } from 'node:os'
import { uuidv7 } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import { deletePastProcesses, deleteProcess, selectProcesses, upsertProcess } from './process-queries.ts'
import type { ProcessKind } from './process-queries.ts'
import type { Job } from './repeat.ts'

/** How often a process says that it is there. */
export const reportMs = 10_000
/** A process that was seen within this time counts as alive. */
export const aliveMs = 30_000

/**
 * Says that this process is there, for whoever looks at the health of the installation. A process that ends says so.
 *
 * @param onChange called with the number of processes that are alive when they are others than at the last report, and
 *   without it when this one ends.
 */
export function reportProcess(
  { db }: { db: Db },
  kind: ProcessKind,
  version: string,
  onChange: (alive?: number) => void = () => {},
): Job {
  let alive: string | null = null
  const process = { _id: uuidv7(), kind, host: hostname().slice(0, 255), version }
  return {
    name: 'report process',
    pauseMs: reportMs,
    run: async () => {
      await upsertProcess(db, process)
      await deletePastProcesses(db)
      const seen = (await selectProcesses(db, aliveMs)).filter(({ is_alive }) => is_alive)
      const ids = seen
        .map(({ _id }) => _id)
        .toSorted()
        .join()
      if (ids !== alive) onChange(seen.length)
      alive = ids
      return false
    },
    finish: async () => {
      // The database may be away at the end; the row goes within a day.
      await deleteProcess(db, process._id).catch(() => {})
      onChange()
    },
  }
}
