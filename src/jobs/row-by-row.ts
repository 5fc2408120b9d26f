import type { Log } from '../base/log.ts'
import { isWriteRefused } from '../db/database.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { JobMetrics } from './job-metrics.ts'

export interface Row {
  organization_id: string
  _id: string
}

/** Processes the rows of a job one at a time, so that a row that always fails delays no other row. */
export interface RowByRow {
  /** Returns ids of rows that failed recently. Exclude them from the selection, because failing rows could fill it. */
  leftAlone: (now: Date) => string[]
  /**
   * Calls `act` for each row. A row that fails is counted, logged with its number of failures and then left alone,
   * longer each time.
   *
   * @throws the row's error when the database is unreachable or its disk is full, because then the row is not to blame.
   */
  each: <R extends Row>(rows: readonly R[], now: Date, act: (row: R) => Promise<unknown>) => Promise<void>
}

const pausesMs = [10_000, 60_000, 600_000, 3_600_000]
/** Above this number the oldest failed row is tried again early. */
const leftAloneMax = 1_000

/** What `rowByRow` depends on. */
export interface RowContext {
  db: Reader
  log: Log
  jobMetrics: JobMetrics
}

/** @param job the job's name in the log and in metrics. */
export function rowByRow({ db, log, jobMetrics }: RowContext, job: string): RowByRow {
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
          jobMetrics.failures.inc({ job_name: job })
          failed.delete(_id)
          failed.set(_id, { times, until: now.getTime() + pausesMs[Math.min(times, pausesMs.length) - 1]! })
          const [oldest] = failed.keys()
          if (failed.size > leftAloneMax && oldest !== undefined) failed.delete(oldest)
        }
    },
  }
}

/** @throws the error when the database is unreachable or can't write. */
async function assertDatabase(db: Reader, error: unknown): Promise<void> {
  if (isWriteRefused(error)) throw error
  try {
    await db.query(sql`select`)
  } catch {
    throw error
  }
}
