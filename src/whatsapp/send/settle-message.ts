import type { NewId } from '../../base/ids.ts'
import { addToChat } from '../../conversations/chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { updateKeyAnswer } from '../../idempotency/queries.ts'
import { erasedWord } from '../../people/erasing.ts'
import { statusEventIds } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { requeueEvents } from '../inbound/event-queries.ts'
import { readableText } from '../message/graph-message.ts'
import { lockAddress } from '../people/reach-person.ts'
import { statusOf, wasAccepted } from './message-status.ts'
import { acceptedAnswer, notSentAnswer, rejectedAnswer } from './send-answer.ts'
import type { SendAnswer } from './send-answer.ts'
import { deleteStatus, endReservation, insertStatus, updateMessage } from './send-queries.ts'
import type { LockedMessage, ReportedStatus } from './send-queries.ts'

const noError = { code: null, reason: null }
/** Why a message failed of which an operator said so. */
export const operatorsReason = 'an operator found that out'

/** A report about a message. */
export interface StatusReport extends ReportedStatus {
  /** Who reported it; the provider if absent. */
  by?: 'operator'

  /** The provider's id of the message; null if the report does not have it. */
  providerMessageId: string | null
}

/**
 * Applies a report about a locked message: the provider's response, its webhook, or an operator's statement. Updates
 * the status, the reservation, the answer saved under the key, and the person's chat. The order and the repetition of
 * reports do not change the final state (Rules 26, 27 and 29). Returns the updated message.
 */
export async function settleMessage(
  { newId }: { newId: NewId },
  transaction: Transaction,
  message: LockedMessage,
  report: StatusReport,
  now: Date,
): Promise<LockedMessage> {
  // The provider knows better. Beside its own `sent`, a `failed` would mean that the message failed after it was sent.
  if (report.status === 'sent' && message.status === 'failed' && message.error_reason === operatorsReason)
    await deleteStatus(transaction, message, 'failed')
  const all = await insertStatus(transaction, message, report)
  const status = statusOf(all)
  // Nothing of an erased person is stored anew: neither what names the message at WhatsApp, nor a chat.
  const isErased = message.recipient === erasedWord
  const providerMessageId = isErased ? null : (message.provider_message_id ?? report.providerMessageId)
  // The provider accepted every message that has its id. It consumes a send of the plan, even if the first report about
  // it says that it failed later (Rule 73).
  const isAccepted = wasAccepted(all) || report.providerMessageId !== null || providerMessageId !== null
  let { quota, conversation_id } = message
  if (isAccepted && conversation_id === null && !isErased)
    conversation_id = await addToChat({ newId }, transaction, {
      organization_id: message.organization_id,
      project_id: message.project_id,
      whatsapp_sender_id: message.whatsapp_sender_id,
      address: await lockAddress(transaction, message, message.recipient),
      direction: 'outbound',
      provider_message_id: providerMessageId,
      kind: message.type,
      text: readableText(message.provider_message),
      at: now,
      events_wanted: message.events_wanted,
    })
  let answer: SendAnswer | null = null
  if (quota === 'reserved' && status !== 'processing' && status !== 'unresolved') {
    quota = isAccepted ? 'consumed' : 'released'
    const settled = { ...message, status, provider_message_id: providerMessageId }
    answer = status === 'failed' ? failedAnswer(report) : acceptedAnswer(settled)
  }
  const error = status === 'failed' ? (report.error ?? null) : null
  const update = { status, provider_message_id: providerMessageId, quota, error, conversation_id }
  const isNamed = providerMessageId !== message.provider_message_id
  const hasChanges = report.status === status || error !== null || isNamed || quota !== message.quota
  // One round trip, with the reservation last: every send of the organization waits for the lock of the plan's row.
  await Promise.all([
    answer !== null && updateKeyAnswer(transaction, message.organization_id, message._id, answer, now),
    hasChanges && updateMessage(transaction, message, update, now),
    // Events that have the provider's id alone found no message before; they are processed again.
    message.status === 'unresolved' &&
      isNamed &&
      requeueEvents(transaction, message, statusEventIds(providerMessageId!), now),
    quota !== 'reserved' && quota !== message.quota && endReservation(transaction, message, quota, now),
  ])
  const known = { code: message.error_code, reason: message.error_reason }
  const { code: error_code, reason: error_reason } = error ?? (status === 'failed' ? known : noError)
  const settled = { status, provider_message_id: providerMessageId, quota, conversation_id }
  return { ...message, ...settled, error_code, error_reason }
}

function failedAnswer({ by, error }: StatusReport): SendAnswer {
  const { code, reason } = error ?? { code: null, reason: 'it failed' }
  return by === 'operator' ? notSentAnswer(reason) : rejectedAnswer({ code, reason })
}
