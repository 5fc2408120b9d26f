import type { Hold } from '../../agents/conversation/conversation.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'
import { agentKey, textRequest, whileHeld } from './agent-message.ts'
import { selectKeyedMessage, selectKeyedRecipient } from './chat-queries.ts'
import type { AnsweredChat } from './chat-queries.ts'
import { replyText } from './reply-text.ts'
import { rejectionReason } from './unsent-ticket.ts'

/** The outcome of an answer that was to be sent. */
export type SentReply =
  | { kind: 'sent' }
  /** It may be sent a moment later. */
  | { kind: 'busy' }
  /** It is not known yet whether WhatsApp has it. `since`: when it was committed. */
  | { kind: 'unresolved'; since: Date }
  /** Somebody else answers the chat. */
  | { kind: 'lost' }
  | { kind: 'refused'; code: RefusalCode }

/**
 * Sends an answer as one message, by the same path and rules as every message. Its key is that of its turn, so that it
 * is sent once, whatever dies.
 */
export async function sendReply(
  context: SendContext,
  chat: AnsweredChat & { broadcast_id: string },
  hold: Hold,
  { turn, text }: { turn: number; text: string },
): Promise<SentReply> {
  const { organization_id, project_id, broadcast_id, conversation_id } = chat
  const idempotencyKey = agentKey(conversation_id, turn, 1)
  const unresolved = async (): Promise<SentReply> => {
    const message = await selectKeyedMessage(context.db, chat, idempotencyKey)
    return { kind: 'unresolved', since: new Date(message?.created_at ?? context.clock.now()) }
  }
  try {
    const { isSettled } = await sendMessage(context, {
      organization_id,
      project_id,
      broadcast_id,
      request: textRequest(
        (await selectKeyedRecipient(context.db, chat, idempotencyKey)) ?? chat.address,
        replyText(text),
      ),
      resendOf: null,
      idempotencyKey,
      condition: whileHeld(context.db, chat, hold),
    })
    return isSettled ? { kind: 'sent' } : await unresolved()
  } catch (error) {
    // A move is not about this message: the new cell answers.
    if (!(error instanceof Refusal) || error.code === 'organization_moving') throw error
    switch (error.code) {
      case 'conversation_taken_over':
        return { kind: 'lost' }
      case 'sender_busy':
        return { kind: 'busy' }
      case 'send_unresolved':
        return unresolved()
      // A worker of another version has used the key with another text or recipient: it may send an answer in two
      // parts.
      case 'idempotency_key_reused': {
        const message = await selectKeyedMessage(context.db, chat, idempotencyKey)
        if (message === null) return { kind: 'refused', code: error.code }
        if (message.status === 'failed') return { kind: 'refused', code: rejectionReason(message.error_code) }
        const isOpen = message.status === 'processing' || message.status === 'unresolved'
        return isOpen ? await unresolved() : { kind: 'sent' }
      }
      // WhatsApp may count the window as closed that is open here.
      case 'message_rejected': {
        const message = await selectKeyedMessage(context.db, chat, idempotencyKey)
        return { kind: 'refused', code: rejectionReason(message?.error_code ?? null) }
      }
      default:
        return { kind: 'refused', code: error.code }
    }
  }
}
