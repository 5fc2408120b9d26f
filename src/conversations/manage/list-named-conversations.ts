import type { ListReads } from '../../db/replicas/list-reads.ts'
import { parseFilters } from '../../filters/parse.ts'
import { parseSort } from '../../filters/sort.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { ConversationQuery } from '../api/list-conversations.ts'
import { conversationFields, newestFirst, selectConversations } from '../list-queries.ts'
import { nameConversations } from '../named-conversations.ts'
import { NamedConversation } from './shown-conversation.ts'

/** Lists the conversations of a project, each with the person that it is with. */
export function listNamedConversations(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    projectPath('/conversations'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listConversations',
        summary: 'List conversations',
        description: 'Lists them as the project API does, with the person of each.',
        tags: ['Conversations'],
        params: ProjectParams,
        querystring: ConversationQuery,
        response: { 200: pageOf(NamedConversation), ...refusalsOf(400, 401, 403, 404, 429, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const db = lists.of(request)
      const { items, total } = await selectConversations(db, {
        ...params,
        ...query,
        filter: parseFilters(query.filters, conversationFields),
        sort: parseSort(query.sort, conversationFields, newestFirst),
      })
      return page(await nameConversations(db, params.organization_id, items), total, query)
    },
  )
}
