import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { continueEventOrder } from '../queries.ts'

/** Orders new events after those of a restored dump, at the start of a worker and every minute. */
export function continueEventOrderJob({ db, log }: { db: Db; log: Pick<Log, 'warn'> }): Job {
  return {
    name: 'continue event order',
    pauseMs: 60_000,
    run: async () => {
      if (await continueEventOrder(db))
        log.warn('a dump of another server was restored here; new events now follow the restored ones')
      return false
    },
  }
}
