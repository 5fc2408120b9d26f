import { answerWebMessages } from '../agents/jobs/answer-web-messages.ts'
import { applyModelUsage } from '../agents/jobs/apply-model-usage.ts'
import { endLostRuns } from '../agents/jobs/end-lost-runs.ts'
import { pollStaleAttempts } from '../calls/jobs/poll-stale-attempts.ts'
import { queueBatches } from '../calls/jobs/queue-batches.ts'
import { reportEnds } from '../calls/jobs/report-ended-campaigns.ts'
import { serveQueues } from '../calls/jobs/serve-queues.ts'
import { stopListedCalls } from '../calls/jobs/stop-listed-calls.ts'
import { wakeForgottenQueues } from '../calls/jobs/wake-forgotten-queues.ts'
import type { CellMember } from '../cells/directory/cell-member.ts'
import { dropPastTriggers } from '../cells/jobs/drop-past-triggers.ts'
import { removeRowsOfLeft } from '../cells/jobs/remove-left-rows.ts'
import { syncDirectoryJob } from '../cells/jobs/sync-directory.ts'
import { tendMoves } from '../cells/jobs/tend-moves.ts'
import { endSilentChats } from '../conversations/jobs/end-silent-chats.ts'
import { applyCountChangesJob } from '../counters/jobs/apply-count-changes.ts'
import { sealCallersJob } from '../counters/jobs/seal-callers.ts'
import { continueEventOrderJob } from '../events/jobs/continue-event-order.ts'
import { deletePastEventsJob } from '../events/jobs/delete-past-events.ts'
import { deletePastDialCounts } from '../guards/jobs/delete-past-counts.ts'
import { deletePastIdempotencyKeys } from '../idempotency/jobs/delete-past-keys.ts'
import { analyzeYoungTables } from '../jobs/analyze-young-tables.ts'
import type { Job } from '../jobs/repeat.ts'
import type { WakeSignal } from '../jobs/wake-signal.ts'
import { erasePeople } from '../operator/erase/erase-people.ts'
import { removePastData } from '../operator/retention/remove-past-data.ts'
import { deleteSupersededCrawls } from '../sources/jobs/delete-superseded-crawls.ts'
import { recrawlDomains } from '../sources/jobs/recrawl-domains.ts'
import { runCrawls } from '../sources/jobs/run-crawls.ts'
import { deletePastAccess } from '../users/jobs/delete-past-access.ts'
import { deletePastWebhooks } from '../webhooks/jobs/delete-past-webhooks.ts'
import { deliverWebhooks } from '../webhooks/jobs/deliver-webhooks.ts'
import { resendDeliveries } from '../webhooks/jobs/resend-deliveries.ts'
import { answerChats } from '../whatsapp/jobs/answer-chats.ts'
import { applyBroadcastCounts } from '../whatsapp/jobs/apply-broadcast-counts.ts'
import { markStaleSendsUnresolved } from '../whatsapp/jobs/mark-stale-sends-unresolved.ts'
import { processEvents } from '../whatsapp/jobs/process-events.ts'
import { purgeOldEvents } from '../whatsapp/jobs/purge-old-events.ts'
import { returnChats } from '../whatsapp/jobs/return-chats.ts'
import { syncDueTemplates } from '../whatsapp/jobs/sync-templates.ts'
import type { Context } from './context.ts'

/**
 * Returns all jobs of a worker, which rest while the database is held. Any number of workers may run them on one
 * database.
 *
 * @param queueSignal notifies when the queue of a campaign may proceed.
 * @param eventSignal notifies when a webhook has arrived.
 * @param crawlSignal notifies when a crawl is waiting or was canceled.
 * @param answerSignal notifies when a message waits for an agent's answer.
 */
export function jobs(
  context: Context,
  {
    queueSignal,
    eventSignal,
    crawlSignal,
    answerSignal,
  }: {
    queueSignal: WakeSignal
    eventSignal: WakeSignal
    crawlSignal: WakeSignal
    answerSignal: WakeSignal
  },
): Job[] {
  return [
    serveQueues(context, queueSignal),
    wakeForgottenQueues(context),
    queueBatches(context),
    applyCountChangesJob(context),
    sealCallersJob(context),
    applyBroadcastCounts(context),
    applyModelUsage(context),
    answerWebMessages(context),
    endLostRuns(context),
    pollStaleAttempts(context),
    stopListedCalls(context),
    deletePastIdempotencyKeys(context),
    deletePastDialCounts(context),
    processEvents(context, eventSignal),
    answerChats(context, answerSignal),
    returnChats(context),
    markStaleSendsUnresolved(context),
    endSilentChats(context),
    purgeOldEvents(context),
    syncDueTemplates(context),
    runCrawls(context, crawlSignal),
    recrawlDomains(context),
    deleteSupersededCrawls(context),
    erasePeople(context),
    removePastData(context),
    deletePastAccess(context),
    reportEnds(context),
    continueEventOrderJob(context),
    deletePastEventsJob(context),
    deliverWebhooks(context, context.webhookSignal),
    resendDeliveries(context),
    deletePastWebhooks(context),
    analyzeYoungTables(context),
    ...(context.cells === null ? [] : cellJobs({ ...context, cells: context.cells })),
  ]
}

/** Returns the jobs of a worker of one of several cells. */
function cellJobs(context: Context & { cells: CellMember }): Job[] {
  return [syncDirectoryJob(context), tendMoves(context), removeRowsOfLeft(context), dropPastTriggers(context)]
}
