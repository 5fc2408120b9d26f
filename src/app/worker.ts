import { queueChannel } from '../calls/queue/queue-queries.ts'
import { syncOnce } from '../cells/jobs/sync-directory.ts'
import { listen } from '../db/listen.ts'
import { isDueJob, repeat } from '../jobs/repeat.ts'
import { reportWorker } from '../jobs/report-worker.ts'
import { createWakeSignal } from '../jobs/wake-signal.ts'
import { createWorkLook } from '../jobs/work-look.ts'
import { crawlChannel } from '../sources/crawl/crawl-queries.ts'
import { answerChannel } from '../whatsapp/agents/chat-queries.ts'
import { eventChannel } from '../whatsapp/inbound/event-queries.ts'
import type { Context } from './context.ts'
import { jobs } from './jobs.ts'

/** How late a worker notices work that another process has written without a notification. */
export const usualIdleMs = 200

/**
 * Runs every job until the signal aborts, and resolves once all jobs have ended. While the database is held no job runs
 * but the report that this worker is there: what was restored stays as it is.
 *
 * @param idleMs returns how long jobs may leave the database alone while this process writes nothing.
 */
export async function runWorker(
  context: Context,
  signal: AbortSignal,
  idleMs: () => number = () => usualIdleMs,
): Promise<void> {
  const reporting = repeat(reportWorker(context), context, signal)
  while (!signal.aborted) {
    await context.holdState.untilReleased(signal)
    if (!signal.aborted)
      await runJobs(context, AbortSignal.any([signal, context.holdState.beginning]), idleMs)
  }
  await reporting
}

async function runJobs(context: Context, signal: AbortSignal, idleMs: () => number): Promise<void> {
  const { cells, db, log } = context
  // Before any job: what has left a cell that was restored must not be dialed from here. A cell whose directory is away
  // works on.
  if (cells !== null)
    await syncOnce({ ...context, cells }).catch((error: unknown) =>
      log.warn({ err: error }, 'the directory was not read before the jobs begin'),
    )
  const queueSignal = createWakeSignal()
  const eventSignal = createWakeSignal()
  const crawlSignal = createWakeSignal()
  const answerSignal = createWakeSignal()
  const all = jobs(context, { queueSignal, eventSignal, crawlSignal, answerSignal })
  const look = createWorkLook(context, {
    jobs: all.filter(isDueJob),
    writes: context.writes,
    idleMs,
  })
  await Promise.all([
    look.run(signal),
    listen(db, queueChannel, queueSignal.notify, { log, signal }),
    listen(db, eventChannel, eventSignal.notify, { log, signal }),
    listen(db, crawlChannel, crawlSignal.notify, { log, signal }),
    listen(db, answerChannel, answerSignal.notify, { log, signal }),
    ...all.map((job) => repeat(job, context, signal, look)),
  ])
  await context.queueNotifier.idle()
}
