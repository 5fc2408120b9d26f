import type { NewId } from '../../base/ids.ts'
import type { RefusalCode } from '../../base/refusals/refusal.ts'
import { insertOnlyTicket } from '../../conversations/ticket-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import type { LockedMessage } from '../send/send-queries.ts'
import { turnOfKey } from './agent-message.ts'
import { selectKeyOfMessage } from './chat-queries.ts'

/** Why an answer does not reach its customer: a refusal of the send, or what the agent itself ran into. */
export type UnsentReason = RefusalCode | 'no_broadcast' | 'unresolved' | 'internal_error'

/** What the ticket says, for people. */
const subjects: Partial<Record<UnsentReason, string>> = {
  window_closed: 'An answer came too late for the 24-hour window; please look',
  quota_exhausted: 'An answer was not sent: the WhatsApp sends of the plan are used up',
  plan_inactive: 'An answer was not sent: the plan is not active',
  sender_unavailable: 'An answer was not sent: the WhatsApp sender is not connected',
  no_broadcast: 'A message waits, and no agent answers this number any more',
  unresolved: 'It is not known whether an answer was sent; please look',
  sender_busy: 'An answer was not sent: WhatsApp has taken no message for a minute',
}

/** A chat with an answer that does not reach its customer. */
interface UnsentAnswer {
  organization_id: string
  project_id: string
  conversation_id: string
  turn: number
}

/**
 * Opens a ticket for an answer that does not reach its customer: once for each turn, unless the chat has an open one
 * (Rule 95).
 */
export async function openUnsentTicket(
  context: { newId: NewId },
  transaction: Transaction,
  { organization_id, project_id, conversation_id, turn }: UnsentAnswer,
  reason: UnsentReason,
  now: Date,
): Promise<void> {
  await insertOnlyTicket(
    context,
    transaction,
    {
      organization_id,
      project_id,
      channel_type: 'whatsapp',
      conversation_id,
      profile_id: null,
      subject: subjects[reason] ?? 'An answer could not be sent; please look',
      opened_by: 'agent',
      opening_key: `agent ${conversation_id} ${turn} unsent`,
    },
    now,
  )
}

/** Opens the same ticket for a message that WhatsApp took and reports as failed later, if an agent sent it. */
export async function openFailedTicket(
  context: { newId: NewId },
  transaction: Transaction,
  message: LockedMessage,
  now: Date,
): Promise<void> {
  const { organization_id, project_id, conversation_id, error_code } = message
  if (conversation_id === null) return
  const turn = message.agent_turn ?? (await turnByKey(transaction, message))
  if (turn === null) return
  const chat = { organization_id, project_id, conversation_id, turn }
  await openUnsentTicket(context, transaction, chat, rejectionReason(error_code), now)
}

/**
 * Returns the turn of an agent's message that has none itself: a worker of the version before sent it during an
 * upgrade. Its key is kept for a day. Null: no agent sent it.
 */
async function turnByKey(transaction: Transaction, message: LockedMessage): Promise<number | null> {
  const key = await selectKeyOfMessage(transaction, message)
  return key === null ? null : turnOfKey(key)
}

/** Returns why an answer was not sent that WhatsApp rejected with this code. */
export function rejectionReason(code: string | null): RefusalCode {
  return code !== null && meaningOf(Number(code))?.about === 'window' ? 'window_closed' : 'message_rejected'
}
