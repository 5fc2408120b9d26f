import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { addWebMessage, insertWebChat } from '../../conversations/web-chat-queries.ts'
import {
  DecisionConflict,
  idempotencyKeyOf,
  retryOnConflict,
  selectEarlierUse,
  takeKey,
} from '../../idempotency/idempotent-request.ts'
import { updateKeyAnswer } from '../../idempotency/queries.ts'
import { beginConversation } from '../conversation/begin-conversation.ts'
import type { CustomerValues } from '../conversation/conversation.ts'
import type { AgentContext } from '../turn/turn-context.ts'

interface WebConversationRequest {
  organization_id: string
  project_id: string
  agent_id: string
  customer: CustomerValues
  idempotencyKey: string | null
}

/** A conversation that has begun. */
export interface BegunWebConversation {
  conversation_id: string
  /** What the agent says first; empty where it waits for the customer. */
  text: string
  /** BCP 47. */
  language: string
}

/**
 * Begins a conversation on the web, with the agent's first line as its first message.
 *
 * @throws {Refusal} 404 where the project has no such agent; 409 for a key that was used for something else.
 */
export async function beginWebConversation(
  context: AgentContext,
  request: WebConversationRequest,
): Promise<{ begun: BegunWebConversation; replayed: boolean }> {
  const { organization_id, project_id, agent_id, customer } = request
  const { db, clock, newId } = context
  if (!isUuid(agent_id)) throw refusals.agentNotFound()
  const key = idempotencyKeyOf(request, ['agents', agent_id, 'conversations'], customer)
  return retryOnConflict(async () => {
    const now = clock.now()
    const earlier = key && (await selectEarlierUse<BegunWebConversation>(db, key, now))
    if (earlier?.answer) return { begun: earlier.answer, replayed: true }
    const conversation_id = newId()
    const begun = await db.transaction(async (transaction) => {
      if (!(await takeKey(transaction, key, conversation_id, now))) throw new DecisionConflict()
      await insertWebChat(transaction, { organization_id, project_id, conversation_id }, now)
      const first = await beginConversation(context, transaction, {
        organization_id,
        project_id,
        conversation_id,
        agent_id,
        agent_revision: null,
        channel_type: 'web',
        customer,
      })
      if (first === null) throw refusals.agentNotFound()
      const { first_line, disclosure } = first.lines
      const text = [first_line, disclosure].filter((line) => line !== null && line !== '').join(' ')
      if (text !== '')
        await addWebMessage(
          context,
          transaction,
          { organization_id, project_id, conversation_id },
          {
            direction: 'outbound',
            text,
            at: now,
          },
        )
      const answer = { conversation_id, text, language: first.language }
      await updateKeyAnswer(transaction, organization_id, conversation_id, answer, now)
      return answer
    })
    context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
    return { begun, replayed: false }
  })
}
