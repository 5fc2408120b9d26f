import { lineChannel } from '../calls/queue/queue-queries.ts'
import { listen } from '../db/listen.ts'
import { crawlChannel } from '../sources/crawl/crawl-queries.ts'
import { eventChannel } from '../whatsapp/inbound/event-queries.ts'
import { createBell } from '../jobs/bell.ts'
import { repeat } from '../jobs/repeat.ts'
import type { Context } from './context.ts'
import { duties } from './duties.ts'

/** Runs every duty until the signal aborts, and resolves once the work under way is done. */
export async function runWorker(context: Context, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  const lineBell = createBell()
  const eventBell = createBell()
  const crawlBell = createBell()
  await Promise.all([
    listen(db, lineChannel, lineBell.ring, { log, signal }),
    listen(db, eventChannel, eventBell.ring, { log, signal }),
    listen(db, crawlChannel, crawlBell.ring, { log, signal }),
    ...duties(context, { lineBell, eventBell, crawlBell }).map((duty) => repeat(duty, log, signal)),
  ])
  await context.lineWaker.idle()
}
