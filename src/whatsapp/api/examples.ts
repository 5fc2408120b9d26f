import { refusals } from '../../base/refusals.ts'
import { answeredAt, createdAt, ids, listExamples, phoneNumber } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

const providerMessageId = 'wamid.HBgLMTQxNTU1NTAxMjMVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA'

const whatsappMessage = {
  _id: ids.message,
  broadcast_id: ids.broadcast,
  to: phoneNumber,
  type: 'template',
  status: 'delivered',
  status_since: answeredAt,
  provider_message_id: providerMessageId,
  error: null,
  sends: 1,
  conversation_id: ids.conversation,
  created_at: createdAt,
}

const sendRequest = { to: phoneNumber, data: { name: 'Ada' } }

const sendResult = {
  message_id: ids.message,
  broadcast_id: ids.broadcast,
  to: phoneNumber,
  type: 'template',
  status: 'sent',
  provider_message_id: providerMessageId,
}

/** Examples of this folder's endpoints, by operation. */
export const whatsappExamples: Record<string, OperationExamples> = {
  sendWhatsappMessage: {
    request: sendRequest,
    successes: {
      200: { message: 'Message accepted by WhatsApp', data: sendResult },
      202: {
        message: 'The message is being sent',
        data: { ...sendResult, status: 'processing', provider_message_id: null },
      },
    },
    refusals: [
      refusals.invalidRequest('to: must be a telephone number in international format'),
      refusals.senderUnavailable(),
      refusals.noTemplate(),
      refusals.windowClosed(null),
      refusals.optedOut(),
      refusals.messageRejected('the template lacks a parameter', '132000'),
      refusals.senderBusy(),
      refusals.planInactive(),
      refusals.quotaExhausted(),
      refusals.scopeMissing('whatsapp:create'),
      refusals.broadcastNotFound(),
      refusals.idempotencyKeyReused(),
      refusals.sendUnresolved(ids.message),
    ],
  },
  listWhatsappMessages: listExamples(whatsappMessage, [refusals.broadcastNotFound()]),
  getWhatsappMessage: {
    successes: {
      200: {
        message: 'OK',
        data: {
          ...whatsappMessage,
          request: sendRequest,
          statuses: [
            { status: 'processing', at: createdAt, error: null },
            { status: 'sent', at: '2026-11-21T09:00:01.120Z', error: null },
            { status: 'delivered', at: answeredAt, error: null },
          ],
          settled: null,
        },
      },
    },
    refusals: [refusals.messageNotFound()],
  },
}
