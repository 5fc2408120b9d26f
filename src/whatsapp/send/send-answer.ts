import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import type { Address } from '../people/user-id-queries.ts'
import type { MessageStatus } from './message-status.ts'
import type { LockedMessage } from './send-queries.ts'

/** The result of a send, as the API returns it. */
export interface SendResult {
  message_id: string
  broadcast_id: string
  to: Address
  type: string
  status: MessageStatus
  /** Null while it is unknown. */
  provider_message_id: string | null
}

/** The answer to a send as it is saved under an idempotency key. */
export type SendAnswer =
  | { kind: 'sent'; result: SendResult }
  | { kind: 'refused'; code: RefusalCode; message: string }

/** The columns of a message that its result consists of. */
export type MessageColumns = Pick<
  LockedMessage,
  '_id' | 'broadcast_id' | 'recipient' | 'type' | 'status' | 'provider_message_id'
>

export function sendResult({
  _id,
  broadcast_id,
  recipient,
  type,
  status,
  provider_message_id,
}: MessageColumns): SendResult {
  return { message_id: _id, broadcast_id, to: recipient, type, status, provider_message_id }
}

/**
 * Returns a saved result with its members in the usual order. JSONB does not keep the order, and a replay must have the
 * same bytes as the first answer.
 */
export function keptResult({
  message_id,
  broadcast_id,
  to,
  type,
  status,
  provider_message_id,
}: SendResult): SendResult {
  return { message_id, broadcast_id, to, type, status, provider_message_id }
}

/** Returns what a response says of a send that was not refused. */
export function messageOfResult({ status }: SendResult, isSettled: boolean): string {
  if (isSettled) return 'Message accepted by WhatsApp'
  return status === 'processing'
    ? 'The message is being sent'
    : 'It is not known yet whether WhatsApp has the message'
}

/** Returns the answer for a message that the provider has accepted. */
export function acceptedAnswer(message: MessageColumns): SendAnswer {
  return { kind: 'sent', result: sendResult(message) }
}

/** Returns the answer for a message that the provider has definitely refused. */
export function rejectedAnswer(error: { code: string | null; reason: string }): SendAnswer {
  const { code, message } = refusals.messageRejected(error.reason, error.code)
  return { kind: 'refused', code, message }
}

/** Returns the answer for a message that was not sent, as an operator and not the provider reported. */
export function notSentAnswer(reason: string): SendAnswer {
  const { code, message } = refusals.messageNotSent(reason)
  return { kind: 'refused', code, message }
}

/** Returns a saved refusal. */
export function keptRefusal(
  { code, message }: { code: RefusalCode; message: string },
  headers: Record<string, string>,
): Refusal {
  return new Refusal(code, message, headers)
}
