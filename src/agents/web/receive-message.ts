import { refusals } from '../../base/refusals.ts'
import { isUuid } from '../../base/ids.ts'
import { addWebMessage, selectWebChat } from '../../conversations/web-chat-queries.ts'
import {
  DecisionConflict,
  idempotencyKeyOf,
  retryOnConflict,
  selectEarlierUse,
  takeKey,
} from '../../idempotency/idempotent-request.ts'
import { addInput } from '../conversation/add-input.ts'
import type { AgentContext } from '../turn/turn-context.ts'

interface WebMessageRequest {
  organization_id: string
  project_id: string
  conversation_id: string
  text: string
  idempotencyKey: string | null
}

/**
 * Keeps a message of the customer: once it is committed, it is answered, whatever dies.
 *
 * @throws {Refusal} 404 where the project has no such conversation, 409 where it has ended or the key was used for something
 *   else.
 */
export async function receiveWebMessage(
  context: AgentContext,
  request: WebMessageRequest,
): Promise<{ inputId: string; replayed: boolean }> {
  const { organization_id, project_id, conversation_id, text } = request
  const { db, clock } = context
  if (!isUuid(conversation_id)) throw refusals.conversationNotFound()
  const chat = await selectWebChat(db, request)
  if (chat === null) throw refusals.conversationNotFound()
  const key = idempotencyKeyOf(request, ['conversations', conversation_id, 'messages'], { text })
  return retryOnConflict(async () => {
    const now = clock.now()
    const earlier = key && (await selectEarlierUse(db, key, now))
    if (earlier) return { inputId: earlier.subject_id, replayed: true }
    const inputId = await db.transaction(async (transaction) => {
      const input = await addInput(
        context,
        transaction,
        { organization_id, conversation_id },
        { kind: 'message', text, sent_at: now },
      )
      if (input === null) throw refusals.conversationEnded()
      if (!(await takeKey(transaction, key, input._id, now))) throw new DecisionConflict()
      const message = { direction: 'inbound', text, at: now } as const
      if (!(await addWebMessage(context, transaction, { organization_id, conversation_id }, message)))
        throw refusals.conversationEnded()
      return input._id
    })
    context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
    return { inputId, replayed: false }
  })
}
