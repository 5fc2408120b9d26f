import { queueChannel } from '../calls/queue/queue-queries.ts'
import { listen } from '../db/listen.ts'
import { crawlChannel } from '../sources/crawl/crawl-queries.ts'
import { answerChannel } from '../whatsapp/agents/chat-queries.ts'
import { eventChannel } from '../whatsapp/inbound/event-queries.ts'
import { createWakeSignal } from '../jobs/wake-signal.ts'
import { repeat } from '../jobs/repeat.ts'
import type { Context } from './context.ts'
import { jobs } from './jobs.ts'

/** Runs every job until the signal aborts, and resolves once all jobs have ended. */
export async function runWorker(context: Context, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  const queueSignal = createWakeSignal()
  const eventSignal = createWakeSignal()
  const crawlSignal = createWakeSignal()
  const answerSignal = createWakeSignal()
  await Promise.all([
    listen(db, queueChannel, queueSignal.notify, { log, signal }),
    listen(db, eventChannel, eventSignal.notify, { log, signal }),
    listen(db, crawlChannel, crawlSignal.notify, { log, signal }),
    listen(db, answerChannel, answerSignal.notify, { log, signal }),
    ...jobs(context, { queueSignal, eventSignal, crawlSignal, answerSignal }).map((job) =>
      repeat(job, log, signal),
    ),
  ])
  await context.queueNotifier.idle()
}
