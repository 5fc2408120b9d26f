import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { agentModes } from '../conversation/conversation.ts'
import { selectAgentConversation } from '../conversation/queries.ts'
import { setMode } from '../conversation/set-mode.ts'
import type { AgentContext } from '../turn/turn-context.ts'

const Body = z
  .strictObject({
    mode: z.enum(agentModes, { error: () => `must be one of ${agentModes.join(', ')}` }),
  })
  .meta({ id: 'ConversationMode', description: 'Who answers from here on.' })

const Answered = z
  .object({ mode: z.enum(agentModes), changed: z.boolean().describe('False: it was so before.') })
  .meta({ id: 'AnsweredMode', description: 'Who answers a conversation.' })

/** Sets who answers a conversation: its agent, or a person. */
export function setConversationMode(app: App, context: AgentContext): void {
  app.post(
    projectPath('/conversations/:conversation_id/mode'),
    {
      config: { scope: 'agents:manage' },
      schema: {
        operationId: 'setConversationMode',
        summary: 'Take a conversation over, or give it back',
        description:
          'With `person` the agent says nothing more, whatever it is about to send. With `agent` it answers what nobody has ' +
          'answered. A call stays with its agent. Scope: `agents:manage`.',
        tags: ['Agents'],
        params: ProjectParams.extend({ conversation_id: z.string().describe('Id of the conversation.') }),
        body: Body,
        response: { 200: successOf(Answered), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body, keyId, user }) => {
      const { organization_id, project_id, conversation_id } = params
      if (!isUuid(conversation_id)) throw refusals.conversationNotFound()
      const conversation = await selectAgentConversation(context.db, params)
      if (conversation?.project_id !== project_id) throw refusals.conversationNotFound()
      if (conversation.channel_type === 'voice' && body.mode === 'person')
        throw refusals.faultyRequest({
          path: 'mode',
          message:
            'must be agent on a call, which nobody can take over here; a transfer connects it with a person',
        })
      const by = keyId === null ? user.name : 'an API key'
      const changed = await context.db.transaction((transaction) =>
        setMode(context, transaction, params, { mode: body.mode, by, summary: null }),
      )
      if (changed === null) throw refusals.conversationEnded()
      if (changed) context.agentMetrics.modes.inc({ mode: body.mode })
      context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
      return success(
        { mode: body.mode, changed },
        body.mode === 'person' ? 'A person answers' : 'The agent answers',
      )
    },
  )
}
