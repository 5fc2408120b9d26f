import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { selectInbox } from '../view/inbox-queries.ts'
import { ShownLedConversation } from './shown-led-conversation.ts'

/** Lists the conversations that wait for a person or that a person leads. */
export function listInbox(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/inbox'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listInbox',
        summary: 'List the conversations that a person answers',
        description:
          'Those that an agent handed over and those that a person took over. Where no person has written yet comes ' +
          'first, then the longest wait.',
        tags: ['Agents'],
        params: ProjectParams,
        querystring: PageQuery,
        response: { 200: pageOf(ShownLedConversation), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const { items, total } = await selectInbox(context, { ...params, ...query })
      return page(items, total, query)
    },
  )
}
