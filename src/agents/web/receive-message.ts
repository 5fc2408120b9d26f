import { randomUUID } from 'node:crypto'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { addWebMessage, selectWebChat } from '../../conversations/web-chat-queries.ts'
import {
  DecisionConflict,
  idempotencyKeyOf,
  retryOnConflict,
  selectEarlierUse,
  takeKey,
} from '../../idempotency/idempotent-request.ts'
import { addInput } from '../conversation/add-input.ts'
import type { Hold } from '../conversation/conversation.ts'
import type { AgentContext } from '../turn/turn-context.ts'

interface WebMessageRequest {
  organization_id: string
  project_id: string
  conversation_id: string
  text: string
  idempotencyKey: string | null
}

/** A message that is kept. */
export interface ReceivedMessage {
  inputId: string
  /** Whether the message was kept before, under the same key. */
  replayed: boolean
  /** The caller leads the conversation with it; null where somebody else does. */
  hold: Hold | null
}

/**
 * Keeps a message of the customer, and leads the conversation where nobody does. Once the message is committed, it is
 * answered, whatever dies. So its key has its answer from the beginning: the id of the input.
 *
 * @throws {Refusal} 404 where the project has no such conversation, 409 where it has ended or the key was used for
 *   something else.
 */
export async function receiveWebMessage(
  context: AgentContext,
  request: WebMessageRequest,
): Promise<ReceivedMessage> {
  const { organization_id, project_id, conversation_id, text } = request
  const { db, clock, newId } = context
  if (!isUuid(conversation_id)) throw refusals.conversationNotFound()
  const key = idempotencyKeyOf(request, ['conversations', conversation_id, 'messages'], { text })
  const hold = { token: randomUUID() }
  let isRepeated = false
  let isRefused = false
  return retryOnConflict(async () => {
    const now = clock.now()
    if (isRepeated) {
      if ((await selectWebChat(db, request)) === null) throw refusals.conversationNotFound()
      const earlier = key && (await selectEarlierUse(db, key, now))
      if (earlier) return { inputId: earlier.subject_id, replayed: true, hold: null }
      if (isRefused) throw refusals.conversationEnded()
    }
    isRepeated = true
    const _id = newId()
    const isLed = await db.transaction(async (transaction) => {
      const [isTaken, input, isAdded] = await Promise.all([
        takeKey(transaction, key, _id, now, { input_id: _id }),
        addInput(
          context,
          transaction,
          { organization_id, conversation_id },
          { _id, kind: 'message', text, sent_at: now },
          hold,
        ),
        addWebMessage(context, transaction, request, { direction: 'inbound', text, at: now }),
      ])
      isRefused = input === null || !isAdded
      if (!isTaken || input === null || !isAdded) throw new DecisionConflict()
      return input.is_led
    })
    context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
    return { inputId: _id, replayed: false, hold: isLed ? hold : null }
  })
}
