import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectLedConversation } from '../view/inbox-queries.ts'
import { ShownLedConversation } from './shown-led-conversation.ts'

/** Returns who answers a conversation, and whether a person's answer can be sent. */
export function getConversationMode(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/conversations/:conversation_id/mode'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getConversationMode',
        summary: 'Get who answers a conversation',
        description: '404 where no agent leads the conversation.',
        tags: ['Agents'],
        params: ProjectParams.extend({ conversation_id: z.string().describe('Id of the conversation.') }),
        response: { 200: successOf(ShownLedConversation), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params }) => {
      const found = isUuid(params.conversation_id) ? await selectLedConversation(context, params) : null
      if (found === null) throw refusals.conversationNotFound()
      return success(found, 'OK')
    },
  )
}
