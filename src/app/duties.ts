import { askSilentCarriers } from '../calls/jobs/poll-stale-attempts.ts'
import { serveLines } from '../calls/jobs/serve-queues.ts'
import { completeSilentChats } from '../conversations/jobs/end-silent-chats.ts'
import { keepCountersUpToDate } from '../counters/jobs/apply-count-changes.ts'
import { wakeForgotten } from '../calls/jobs/wake-forgotten-queues.ts'
import { deletePastIdempotencyKeys } from '../idempotency/jobs/delete-past-keys.ts'
import type { Bell } from '../jobs/bell.ts'
import type { Duty } from '../jobs/repeat.ts'
import { reportWorker } from '../jobs/report-worker.ts'
import { recrawlDomains } from '../sources/jobs/recrawl-domains.ts'
import { runCrawls } from '../sources/jobs/run-crawls.ts'
import { leaveLostSends } from '../whatsapp/jobs/mark-stale-sends-unresolved.ts'
import { syncDueTemplates } from '../whatsapp/jobs/sync-templates.ts'
import { tidyWhatsapp } from '../whatsapp/jobs/purge-old-events.ts'
import { workOffEvents } from '../whatsapp/jobs/process-events.ts'
import type { Context } from './context.ts'

/**
 * Everything that a worker does. Any number of workers may do it on one database.
 *
 * @param lineBell rings when a campaign's line may go on.
 * @param eventBell rings when a webhook has told something.
 * @param crawlBell rings when a crawl waits, or is not to go on.
 */
export function duties(
  context: Context,
  { lineBell, eventBell, crawlBell }: { lineBell: Bell; eventBell: Bell; crawlBell: Bell },
): Duty[] {
  return [
    serveLines(context, lineBell),
    wakeForgotten(context),
    keepCountersUpToDate(context),
    askSilentCarriers(context),
    deletePastIdempotencyKeys(context),
    workOffEvents(context, eventBell),
    leaveLostSends(context),
    completeSilentChats(context),
    tidyWhatsapp(context),
    syncDueTemplates(context),
    runCrawls(context, crawlBell),
    recrawlDomains(context),
    reportWorker(context),
  ]
}
