import type { Log } from '../base/log.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export interface Row {
  organization_id: string
  _id: string
}

/** Does the rows of a job one by one, so that one that always fails holds no other up. */
export interface RowByRow {
  /** Ids of rows that failed lately: not to be selected, or they would fill every selection in the end. */
  leftAlone: (now: Date) => string[]
  /**
   * Does it for each row. One that fails is logged, with how often it has, and left alone for a while, longer each time.
   *
   * @throws what the row failed of, where the database is away: that is no fault of the row's.
   */
  each: <R extends Row>(rows: readonly R[], now: Date, act: (row: R) => Promise<unknown>) => Promise<void>
}

const pausesMs = [10_000, 60_000, 600_000, 3_600_000]
/** Beyond that the oldest is tried again early. */
const leftAloneMax = 1_000

/** @param job for the log. */
export function rowByRow({ db, log }: { db: Reader; log: Log }, job: string): RowByRow {
  const failed = new Map<string, { times: number; until: number }>()
  return {
    leftAlone: (now) => [...failed].filter(([, { until }]) => until > now.getTime()).map(([_id]) => _id),
    async each(rows, now, act) {
      for (const row of rows)
        try {
          await act(row)
          failed.delete(row._id)
        } catch (error) {
          await assertDatabase(db, error)
          const times = (failed.get(row._id)?.times ?? 0) + 1
          const { organization_id, _id } = row
          log.error({ err: error, job, organization_id, row_id: _id, times }, 'a job failed for one row')
          failed.delete(_id)
          failed.set(_id, { times, until: now.getTime() + pausesMs[Math.min(times, pausesMs.length) - 1]! })
          const [oldest] = failed.keys()
          if (failed.size > leftAloneMax && oldest !== undefined) failed.delete(oldest)
        }
    },
  }
}

/** @throws the error where the database answers nobody. */
async function assertDatabase(db: Reader, error: unknown): Promise<void> {
  try {
    await db.query(sql`select`)
  } catch {
    throw error
  }
}
