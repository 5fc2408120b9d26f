import { uuidv7 } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Job } from './repeat.ts'

/** How often a worker reports that it is running. */
const reportMs = 30_000

/** Records that this worker is running, with the database's time, and removes records that are older than a day. */
export function reportWorker({ db }: { db: Db }): Job {
  const id = uuidv7()
  return {
    name: 'report worker',
    pauseMs: reportMs,
    run: async () => {
      await db.write(sql`
        insert into workers (_id, seen_at) values (${id}, now())
        on conflict (_id) do update set seen_at = excluded.seen_at`)
      await db.write(sql`delete from workers where seen_at < now() - interval '1 day'`)
      return false
    },
  }
}
