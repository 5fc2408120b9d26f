import { z } from 'zod'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { recordPersonWrote } from '../../agents/conversation/set-mode.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import { textRequest } from '../agents/agent-message.ts'
import { selectAnsweredChat, selectKeyedRecipient } from '../agents/chat-queries.ts'
import { SendResultBody } from '../api/shown-message.ts'
import { textUpTo } from '../message/text.ts'
import { messageOfResult } from '../send/send-answer.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendMessage } from '../send/send-message.ts'

/** WhatsApp takes no longer text. */
const charactersMax = 4_096

const Body = z
  .strictObject({ text: textUpTo(charactersMax) })
  .meta({ id: 'ChatReply', description: 'What a person writes to a customer.' })

/**
 * Sends what a person answers in a chat that they have taken over from its agent. What the customer wrote before counts
 * as answered in the same transaction that commits the message.
 */
export function replyToChat(app: App, context: SendContext): void {
  app.post(
    projectPath('/conversations/:conversation_id/replies'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'replyToChat',
        summary: 'Answer a WhatsApp chat as a person',
        description:
          'The chat has an agent, and its mode is `person`. The message is sent under the agent’s broadcast, by the rules of ' +
          'every send. Give each draft an `Idempotency-Key` of its own. 202 and 503: it is not known yet whether WhatsApp has it.',
        tags: ['Agents'],
        params: ProjectParams.extend({ conversation_id: z.string().describe('Id of the conversation.') }),
        headers: IdempotencyHeaders,
        body: Body,
        response: {
          200: successOf(SendResultBody),
          202: successOf(SendResultBody, 202),
          ...refusalsOf(400, 401, 402, 403, 404, 409, 503),
        },
      },
    },
    async ({ params, body, headers, user }, reply) => {
      const { organization_id, project_id, conversation_id } = params
      if (!isUuid(conversation_id)) throw refusals.conversationNotFound()
      const [chat, conversation] = await Promise.all([
        selectAnsweredChat(context.db, params),
        selectAgentConversation(context.db, params),
      ])
      if (chat === null || chat.project_id !== project_id || conversation?.channel_type !== 'whatsapp')
        throw refusals.conversationNotFound()
      const idempotencyKey = headers['idempotency-key'] ?? null
      const sentTo =
        idempotencyKey === null ? null : await selectKeyedRecipient(context.db, chat, idempotencyKey)
      // A repeated request gets its answer, also once the conversation has ended.
      if (conversation.ended_at !== null && sentTo === null) throw refusals.conversationEnded()
      if (chat.broadcast_id === null) throw refusals.broadcastNotFound()
      const { result, isSettled, replayed } = await sendMessage(context, {
        organization_id,
        project_id,
        broadcast_id: chat.broadcast_id,
        request: textRequest(sentTo ?? chat.address, body.text),
        resendOf: null,
        idempotencyKey,
        condition: {
          inTransaction: async (transaction) => {
            if (!(await recordPersonWrote(context, transaction, params, user.name)))
              throw refusals.agentAnswers()
          },
          again: async () => {
            const now = await selectAgentConversation(context.db, params)
            if (now?.mode !== 'person') throw refusals.conversationTakenOver()
          },
        },
      })
      context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
      if (replayed) reply.headers(replayedHeader)
      const message = messageOfResult(result, isSettled)
      return isSettled ? success(result, message) : reply.code(202).send(success(result, message, 202))
    },
  )
}
