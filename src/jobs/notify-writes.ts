import type { Db } from '../db/database.ts'
import type { WakeSignal } from './wake-signal.ts'

/** What this process has written into the database. */
export interface Writes {
  /** When the last write was committed, as `performance.now()` has it. */
  lastAt: number
  /** Notified after each write. */
  wakeSignal: WakeSignal
}

/** Returns the database such that each write and each transaction is recorded once it is committed. */
export function notifyWrites(db: Db, writes: Writes): Db {
  const wrote = (): void => {
    writes.lastAt = performance.now()
    writes.wakeSignal.notify()
  }
  return {
    ...db,
    write: async <Row>(statement: Parameters<Db['write']>[0]) => {
      const rows = await db.write<Row>(statement)
      wrote()
      return rows
    },
    transaction: async (run) => {
      const result = await db.transaction(run)
      wrote()
      return result
    },
  }
}
