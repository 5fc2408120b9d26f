import { openTicketOfTurn } from '../tools/open-ticket.ts'
import type { AgentConversation } from '../conversation/conversation.ts'
import { selectPersonOfConversation } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'

/**
 * Keeps that the person of a conversation wants to be called and written to no more: an opt-out of messages where their
 * number or id is known. On a call and on the web a ticket is opened too, since nothing stops calls to a number by itself.
 */
export async function keepFromContacting(
  context: AgentContext,
  conversation: AgentConversation,
): Promise<void> {
  const { organization_id, project_id, channel_type } = conversation
  if (channel_type !== 'whatsapp')
    await openTicketOfTurn(context, context.db, conversation, {
      key: 'opted out',
      subject: 'Asked not to be called again',
    })
  const { address } = await selectPersonOfConversation(context.db, conversation)
  if (address === null) return
  const person = { organization_id, project_id, address }
  await context.recordOptOut(context.db, person, context.clock.now())
}
