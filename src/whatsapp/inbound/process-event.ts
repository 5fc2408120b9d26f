import type { RecordOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import { isWriteRefused, isOrganizationMoving } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { JobMetrics } from '../../jobs/job-metrics.ts'
import { erasedWord } from '../../people/erasing.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import type {
  ErrorsEvent,
  QualityEvent,
  StatusEvent,
  WebhookEvent,
} from '../../providers/whatsapp-cloud/webhook-event.ts'
import { openFailedTicket } from '../agents/unsent-ticket.ts'
import { errorOfCode } from '../message-error.ts'
import { applySystemEvent, applyContact, applyPreference, noEffectReason } from '../people/apply-person.ts'
import { learnFromCode, learnOfSender } from '../send/learn-from-code.ts'
import type { SendContext } from '../send/send-context.ts'
import { lockMessage } from '../send/send-queries.ts'
import { settleMessage } from '../send/settle-message.ts'
import { updateSenderNotice } from '../senders/sender-queries.ts'
import { applyTemplateStatus } from '../templates/apply-template-status.ts'
import { updateSyncDue } from '../templates/template-queries.ts'
import { applyMessage } from './apply-message.ts'
import { markEventProcessed, postponeEvent, claimEvent, removeRecipient } from './event-queries.ts'
import type { ClaimedEvent } from './event-queries.ts'
import { timeOf } from './event-time.ts'
import { updateTemplateQuality } from './inbound-queries.ts'

export type EventContext = Omit<SendContext, 'secretBox'> & {
  recordOptOut: RecordOptOut
  jobMetrics: JobMetrics
}

/** The name of the job that processes events, in the log and in metrics. */
export const eventsJob = 'process webhook events'

/**
 * The pauses before a status of an unknown message is tried again. A failure may lack the callback data and name its
 * message by Meta's id alone, which the sending process may not have stored yet. The pauses last as long as the lease
 * of a send.
 */
const unknownMessagePausesMs = [1_000, 5_000, 20_000]

/** The pauses before an event is processed again after an exception. After the last one it is tried once a day. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000]

/** Whose turn it is among the organizations whose events one process processes. */
export interface EventRound {
  /** The organization whose event was claimed last; null: none. */
  lastId: string | null
}

/**
 * Processes the event that is due first of the organization whose turn it is. One transaction holds its effects and the
 * mark that it is processed. Returns false if none was due.
 *
 * @throws if the database is unavailable; the event stays due.
 */
export async function processEvent(
  context: EventContext,
  round: EventRound = { lastId: null },
): Promise<boolean> {
  const { db, clock, log, jobMetrics } = context
  const now = clock.now()
  let taken: ClaimedEvent | null = null
  try {
    await db.transaction(async (transaction) => {
      taken = await claimEvent(transaction, round.lastId, now)
      if (taken === null) return
      round.lastId = taken.organization_id
      const fault = await apply(context, transaction, taken)
      if (typeof fault === 'object' && fault !== null)
        await postponeEvent(transaction, taken, new Date(now.getTime() + fault.pauseMs), fault.why)
      else await markEventProcessed(transaction, taken, fault, now)
    })
    if (taken !== null) publishChanges(context, taken)
  } catch (error) {
    const event = taken as ClaimedEvent | null
    if (event === null) throw error
    // The next claim leaves the organization out.
    if (isOrganizationMoving(error)) return true
    // The event is not to blame, and must not wait for hours once there is room on the disk.
    if (isWriteRefused(error)) throw error
    const { organization_id, kind, tries } = event
    const whose = { job: eventsJob, organization_id, kind, tries }
    log.error({ err: error, ...whose }, 'a webhook event could not be processed')
    const pauseMs = pausesMs[tries] ?? 24 * 3_600_000
    await postponeEvent(db, event, new Date(now.getTime() + pauseMs), 'an internal error; see the log')
    jobMetrics.failures.inc({ job_name: eventsJob })
  }
  return taken !== null
}

/** Publishes to those who watch what an event of this kind may have changed. */
function publishChanges({ hints }: EventContext, event: ClaimedEvent): void {
  const { organization_id, project_id, kind } = event
  const isConfig = kind.startsWith('template') || kind === 'account' || kind === 'quality'
  hints.publish({ topic: isConfig ? 'config' : 'messages', organization_id, project_id, ids: null })
  const isFailure = kind === 'status' && (event.payload as StatusEvent).status === 'failed'
  if (kind === 'message' || isFailure)
    hints.publish({ topic: 'conversations', organization_id, project_id, ids: null })
}

/** The event can not be applied yet and is tried again after the pause. */
interface Postponed {
  pauseMs: number
  why: string
}

/** Applies an event. Returns why it had no effect, or null. */
async function apply(
  context: EventContext,
  transaction: Transaction,
  stored: ClaimedEvent,
): Promise<string | Postponed | null> {
  const event = stored.payload as WebhookEvent
  switch (event.kind) {
    case 'status':
      return applyStatus(context, transaction, stored, event)
    case 'message':
      return applyMessage(context, transaction, stored, event)
    case 'user_preference':
      return applyPreference(context, transaction, stored, event)
    case 'template_status':
      return applyTemplateStatus(
        transaction,
        { now: context.clock.now(), newId: context.newId },
        stored,
        event,
        timeOf(stored, event.at),
      )
    // The event has too little to store: variables depend on the whole template, and a category may only be announced.
    case 'template_category':
    case 'template_components':
      await updateSyncDue(transaction, stored, context.clock.now())
      return null
    case 'contact':
      return applyContact(context, transaction, stored, event)
    case 'system':
      return applySystemEvent(context, transaction, stored, event)
    case 'quality':
      return applyQuality(transaction, stored, event)
    case 'account': {
      const { field, event: word, displayPhoneNumber } = event
      const notice = { field, event: word, limit: null }
      await updateSenderNotice(transaction, stored, notice, timeOf(stored, event.at), displayPhoneNumber)
      return null
    }
    case 'errors':
      return applyErrors(context, transaction, stored, event)
    case 'unknown':
      return 'the kind of the event is unknown'
    default:
      return leaveToLaterVersion(event)
  }
}

/**
 * Leaves an event to a worker of a later version, which runs beside this one during an upgrade. Its API has stored a
 * kind that this version does not have.
 */
function leaveToLaterVersion(_event: never): Postponed {
  return { pauseMs: 60_000, why: 'this version does not have the kind of the event' }
}

async function applyStatus(
  { newId, clock }: EventContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  event: StatusEvent,
): Promise<string | Postponed | null> {
  const { organization_id, whatsapp_sender_id } = stored
  if (event.status === 'other') return 'the status is unknown'
  const message =
    (await lockMessage(transaction, organization_id, { provider_message_id: event.wamid })) ??
    (isId(event.callbackData)
      ? await lockMessage(transaction, organization_id, { _id: event.callbackData })
      : null)
  if (message === null || message.whatsapp_sender_id !== whatsapp_sender_id) {
    const why = 'this sender has not sent the message here'
    const pauseMs = unknownMessagePausesMs[stored.tries]
    return message === null && event.callbackData === null && pauseMs !== undefined ? { pauseMs, why } : why
  }
  const [error] = event.errors
  const at = timeOf(stored, event.at)
  const report = {
    status: event.status,
    at,
    error: event.status === 'failed' ? errorOfCode(error?.code ?? null) : null,
    providerMessageId: event.wamid,
  }
  // In this order, as after a send: the sender is locked before the plan, for which every send waits.
  await learnFromCode(transaction, message, error?.code ?? null, { at, now: clock.now() })
  const settled = await settleMessage({ newId }, transaction, message, report, clock.now())
  if (settled.status === 'failed' && message.status !== 'failed')
    await openFailedTicket({ newId }, transaction, settled, clock.now())
  if (message.recipient === erasedWord) await removeRecipient(transaction, stored)
  return null
}

function isId(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

async function applyQuality(
  transaction: Transaction,
  stored: ClaimedEvent,
  event: QualityEvent,
): Promise<string | null> {
  const { name, language, quality, limit, displayPhoneNumber } = event
  const at = timeOf(stored, event.at)
  if (event.of === 'phone_number') {
    const notice = { field: 'phone_number_quality_update', event: quality, limit }
    await updateSenderNotice(transaction, stored, notice, at, displayPhoneNumber)
    return null
  }
  if (name === null || language === null || quality === null) return noEffectReason
  const updated = await updateTemplateQuality(transaction, stored, { name, language, quality }, at)
  return updated === 0 ? 'the template is not stored here, or has this quality already' : null
}

/** Applies errors that belong to no message: the sender shows what they say of it, and the log has each. */
async function applyErrors(
  { log }: EventContext,
  transaction: Transaction,
  stored: ClaimedEvent,
  { errors }: ErrorsEvent,
): Promise<string | null> {
  const { organization_id, whatsapp_sender_id } = stored
  let hasEffect = false
  for (const { code } of errors) {
    const reason = meaningOf(Number(code))?.reason ?? null
    log.warn({ organization_id, whatsapp_sender_id, code, reason }, 'WhatsApp reports an error of a sender')
    if (await learnOfSender(transaction, stored, code, timeOf(stored, null))) hasEffect = true
  }
  return hasEffect ? null : noEffectReason
}
