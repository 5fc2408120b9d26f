import type { AgentConversation } from '../conversation/conversation.ts'
import { selectPersonOfConversation } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'

/**
 * Keeps that the person of a conversation wants to be called and written to no more. Does nothing where their number is not
 * known.
 */
export async function keepFromContacting(
  context: AgentContext,
  conversation: AgentConversation,
): Promise<void> {
  const { organization_id, project_id } = conversation
  const { phone_number } = await selectPersonOfConversation(context.db, conversation)
  if (phone_number === null) return
  const person = { organization_id, project_id, phone_number }
  await context.recordOptOut(context.db, person, context.clock.now())
}
