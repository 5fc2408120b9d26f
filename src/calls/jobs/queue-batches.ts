import type { Job } from '../../jobs/repeat.ts'
import { nextBatchDue } from '../batches/batch-queries.ts'
import { workOnDueBatch } from '../batches/work-on-batch.ts'
import type { DialContext } from '../call-context.ts'

/** Turns the rows of files into waiting calls, and cancels what waits of batches that were canceled. */
export function queueBatches(context: DialContext): Job {
  return {
    name: 'queue batches of calls',
    pauseMs: 500,
    due: () => nextBatchDue,
    run: () => workOnDueBatch(context),
  }
}
