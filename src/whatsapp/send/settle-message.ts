import type { NewId } from '../../base/ids.ts'
import { addToChat } from '../../conversations/chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { updateKeyAnswer } from '../../idempotency/queries.ts'
import { statusEventIds } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { reviveEvents } from '../inbound/event-queries.ts'
import { statusOf, wasAccepted } from './message-status.ts'
import { lockAddress } from '../people/reach-person.ts'
import { readableText } from '../message/readable-text.ts'
import { acceptedAnswer, notSentAnswer, rejectedAnswer } from './send-answer.ts'
import type { SendAnswer } from './send-answer.ts'
import { endReservation, insertStatus, updateMessage } from './send-queries.ts'
import type { LockedMessage, ReportedStatus } from './send-queries.ts'

const noError = { code: null, reason: null }

/** What became known of a message. */
export interface StatusReport extends ReportedStatus {
  /** Who told it; the provider unless said. */
  by?: 'operator'

  /** The provider's id; null where what was told does not name it. */
  providerMessageId: string | null
}

/**
 * Takes in what was told of a locked message, by the provider's answer, its webhook or an operator: its status, what
 * becomes of its reservation, the answer that is kept under its key, and its place in the person's chat. In any order and
 * however often, the end is the same (Rules 26, 27 and 29). Answers the message as it stands then.
 */
export async function settleMessage(
  { newId }: { newId: NewId },
  transaction: Transaction,
  message: LockedMessage,
  told: StatusReport,
  now: Date,
): Promise<LockedMessage> {
  const all = await insertStatus(transaction, message, told)
  const status = statusOf(all)
  const providerMessageId = message.provider_message_id ?? told.providerMessageId
  // A message that has the provider's id was taken, and is one send of the plan, though the first that we applyPendingInbound of it is
  // that it failed later (Rule 73).
  const isAccepted = wasAccepted(all) || providerMessageId !== null
  let { quota, conversation_id } = message
  if (isAccepted && conversation_id === null)
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
    })
  let answer: SendAnswer | null = null
  if (quota === 'reserved' && status !== 'processing' && status !== 'unresolved') {
    quota = isAccepted ? 'consumed' : 'released'
    const settled = { ...message, status, provider_message_id: providerMessageId }
    answer = status === 'failed' ? failedAnswer(told) : acceptedAnswer(settled)
  }
  const error = status === 'failed' ? (told.error ?? null) : null
  const update = { status, provider_message_id: providerMessageId, quota, error, conversation_id }
  const isNamed = providerMessageId !== message.provider_message_id
  const isNews = told.status === status || error !== null || isNamed || quota !== message.quota
  // Sent together and the reservation's end last: the plan's row is what every send of the organization waits for.
  await Promise.all([
    answer !== null && updateKeyAnswer(transaction, message.organization_id, message._id, answer, now),
    isNews && updateMessage(transaction, message, update, now),
    // Until now nothing could be made of what was told of it by the provider's id alone.
    message.status === 'unresolved' &&
      isNamed &&
      reviveEvents(transaction, message, statusEventIds(providerMessageId!), now),
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
