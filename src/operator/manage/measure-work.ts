import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/repeat.ts'
import { selectWorkerAge } from '../../jobs/report-worker.ts'
import type { WorkMetrics } from '../../jobs/work-metrics.ts'
import { selectWaitingWork } from './health-queries.ts'

/** How often a process measures. */
const measureMs = 30_000

/**
 * Measures whether a worker runs and what waits for one, in every process: where none runs, the others are asked for
 * their metrics.
 */
export function measureWork({
  db,
  clock,
  workMetrics,
}: {
  db: Db
  clock: Clock
  workMetrics: WorkMetrics
}): Job {
  return {
    name: 'measure work',
    pauseMs: measureMs,
    run: async () => {
      const now = clock.now()
      const [work, workerAge] = await Promise.all([selectWaitingWork(db, now), selectWorkerAge(db)])
      for (const { job, since } of work) {
        const waitsMs = since === null ? 0 : Math.max(0, now.getTime() - Date.parse(since))
        workMetrics.oldestDue.set({ job_name: job }, waitsMs / 1_000)
      }
      workMetrics.workerSeenAt.set(workerAge === null ? 0 : now.getTime() / 1_000 - workerAge)
      return false
    },
  }
}
