import { addInput } from '../../agents/conversation/add-input.ts'
import { beginConversation } from '../../agents/conversation/begin-conversation.ts'
import { isOptOut } from '../../agents/guard/opt-out-phrases.ts'
import type { Clock } from '../../base/clock.ts'
import { uuidv7At } from '../../base/ids.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ReceivedMessageEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import type { ClaimedEvent } from '../inbound/event-queries.ts'
import { saidAt } from '../inbound/event-time.ts'
import { notifyAnswering, selectCustomerOfChat } from './chat-queries.ts'
import { inputText } from './input-text.ts'

/**
 * Keeps a received message until the agent of its sender answers it. The agent begins to lead the chat with its first
 * message. Does nothing with a message that is nothing to answer (Rule 92). Messages of one second keep the order in
 * which they arrived, whichever worker stores them first. Runs in the transaction that stores the message.
 *
 * @returns whether the person asks, in their own words, for no more messages while a person answers them. Where the
 *   agent answers, its turn finds that out (Rule 96).
 */
export async function addChatInput(
  { clock }: { clock: Clock },
  transaction: Transaction,
  stored: ClaimedEvent,
  chat: { organization_id: string; project_id: string; conversation_id: string; agent_id: string },
  event: Pick<ReceivedMessageEvent, 'type' | 'text' | 'at'>,
): Promise<boolean> {
  const text = inputText(event)
  if (text === null) return false
  const input = { kind: 'message' as const, text, sent_at: saidAt(stored, event.at) }
  const context = { clock, newId: () => uuidv7At(Date.parse(stored.received_at)) }
  const added =
    (await addInput(context, transaction, chat, input)) ??
    ((await begin(context, transaction, chat)) ? await addInput(context, transaction, chat, input) : null)
  if (added === null) return false
  if (added.due_at !== null) await notifyAnswering(transaction)
  return added.mode === 'person' && isOptOut(text, added.language)
}

/** Returns false where the agent has ended the chat, or is gone. */
async function begin(
  context: { clock: Clock },
  transaction: Transaction,
  chat: { organization_id: string; project_id: string; conversation_id: string; agent_id: string },
): Promise<boolean> {
  const customer = await selectCustomerOfChat(transaction, chat)
  const begun = await beginConversation(context, transaction, {
    ...chat,
    agent_revision: null,
    channel_type: 'whatsapp',
    customer,
  })
  return begun !== null
}
