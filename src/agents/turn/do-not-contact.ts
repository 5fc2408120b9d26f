import type { AgentConversation } from '../conversation/conversation.ts'
import { selectPersonOfConversation } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'

/**
 * Keeps that the person of a conversation wants to be called and written to no more. Does nothing where neither
 * their number nor their id is known.
 */
export async function keepFromContacting(
  context: AgentContext,
  conversation: AgentConversation,
): Promise<void> {
  const { organization_id, project_id } = conversation
  const { address } = await selectPersonOfConversation(context.db, conversation)
  if (address === null) return
  const person = { organization_id, project_id, address }
  await context.recordOptOut(context.db, person, context.clock.now())
}
