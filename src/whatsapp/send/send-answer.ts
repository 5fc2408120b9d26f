import { Refusal, refusals } from '../../base/refusals.ts'
import type { RefusalCode } from '../../base/refusals.ts'
import type { MessageStatus } from './message-status.ts'
import type { Address } from '../people/user-id-queries.ts'

/** What a send is answered. */
export interface SendResult {
  message_id: string
  broadcast_id: string
  to: Address
  type: string
  status: MessageStatus
  /** Null while the provider has not told it. */
  provider_message_id: string | null
}

/** What a caller was told of a send, as it is kept under an idempotency key. */
export type SendAnswer =
  | { kind: 'sent'; result: SendResult }
  | { kind: 'refused'; code: RefusalCode; message: string }

export interface ShownMessage {
  _id: string
  broadcast_id: string
  recipient: string
  type: string
  status: MessageStatus
  provider_message_id: string | null
}

export function sendResult({
  _id,
  broadcast_id,
  recipient,
  type,
  status,
  provider_message_id,
}: ShownMessage): SendResult {
  return { message_id: _id, broadcast_id, to: recipient, type, status, provider_message_id }
}

/** The result that was kept: the database keeps its members, but not their order, and a replay is the same bytes. */
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

/** Of a message that the provider has taken. */
export function acceptedAnswer(message: ShownMessage): SendAnswer {
  return { kind: 'sent', result: sendResult(message) }
}

/** Of a message that the provider has definitely refused. */
export function rejectedAnswer(error: { code: string | null; reason: string }): SendAnswer {
  const { code, message } = refusals.messageRejected(error.reason, error.code)
  return { kind: 'refused', code, message }
}

/** Of a message that was not sent, as was found out without the provider's saying so. */
export function notSentAnswer(reason: string): SendAnswer {
  const { code, message } = refusals.messageNotSent(reason)
  return { kind: 'refused', code, message }
}

/** The refusal that was kept. */
export function keptRefusal(
  { code, message }: { code: RefusalCode; message: string },
  headers: Record<string, string>,
): Refusal {
  return new Refusal(code, message, headers)
}
