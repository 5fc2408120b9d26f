import { z } from 'zod'
import { channelTypes, conversationStatuses, conversationTypes } from '../../base/conversation-kinds.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import { parseFilters } from '../../filters/parse.ts'
import { parseSort } from '../../filters/sort.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { flag, listQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { conversationFields, newestFirst, selectConversations } from '../list-queries.ts'

export const ConversationItem = z
  .object({
    _id: z.string(),
    status: z.enum(conversationStatuses),
    outcome: z.enum(conversationStatuses).nullable().describe('How it ended; null while it goes on.'),
    conversation_type: z.enum(conversationTypes),
    channel_type: z.enum(channelTypes),
    phone_number: z.string().nullable().describe('E.164, where the channel has numbers and it is known.'),
    campaign_id: z.string().nullable(),
    customer_profile_id: z.string().nullable().describe('The person that it is with.'),
    start_time: timestamp(),
    answered_at: timestamp().nullable(),
    end_time: timestamp().nullable().describe('Null while it goes on.'),
    duration_seconds: z
      .number()
      .nullable()
      .describe('Runs from the answer to the end: 0 where nobody answered, null while it goes on.'),
    created_at: timestamp(),
  })
  .meta({ id: 'Conversation', description: 'A conversation with a person: a call, or a chat.' })

export const ConversationQuery = listQuery(conversationFields, '`start_time` descending').extend({
  unique: flag('Only the latest matching conversation of each caller; `total` counts callers.'),
})

/** Lists the conversations of a project: calls and chats. */
export function listConversations(app: App, { lists }: { lists: ListReads }): void {
  app.get(
    projectPath('/conversations'),
    {
      schema: {
        operationId: 'listConversations',
        summary: 'List conversations',
        tags: ['Conversations'],
        params: ProjectParams,
        querystring: ConversationQuery,
        response: { 200: pageOf(ConversationItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const { items, total } = await selectConversations(lists.of(request), {
        ...params,
        ...query,
        filter: parseFilters(query.filters, conversationFields),
        sort: parseSort(query.sort, conversationFields, newestFirst),
      })
      return page(items, total, query)
    },
  )
}
