import { uuidv7 } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Job } from './repeat.ts'

/** How often a worker reports that it is running. */
const reportMs = 30_000
/** A worker that has not reported for longer does not run. */
export const workerSecondsMax = 90

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

/** Returns how many seconds ago a worker last reported that it is running; null if none did within a day. */
export async function selectWorkerAge(db: Reader): Promise<number | null> {
  const [row] = await db.query<{ age: number | null }>(sql`
    select extract(epoch from now() - max(seen_at))::double precision as age from workers`)
  return row?.age ?? null
}
