import type { Db } from '../db/database.ts'
import { settlePrepared } from '../db/two-phase.ts'
import type { Duty } from './repeat.ts'

/**
 * Ends what a session has prepared whose coordinator died before it could: half a minute later nobody waits for its locks
 * any more, and what was committed is whole.
 */
export function settlePreparedTransactions({ db }: { db: Db }): Duty {
  return {
    name: 'settle prepared transactions',
    pauseMs: 30_000,
    run: async () => {
      await settlePrepared(db)
      return false
    },
  }
}
