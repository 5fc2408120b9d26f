import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { continueEventOrder } from '../queries.ts'

/** Lets events go on behind those of a restored dump, at the start of a worker and every minute. */
export function continueEventOrderJob({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): Job {
  return {
    name: 'continue event order',
    pauseMs: 60_000,
    run: async () => {
      if (await continueEventOrder(db))
        log.warn('the database was restored elsewhere; events go on behind those that it had')
      return false
    },
  }
}
