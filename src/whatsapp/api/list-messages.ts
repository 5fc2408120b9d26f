import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { projectPath } from '../../http/paths.ts'
import { messageFields, selectHasBroadcast, selectMessages } from '../list-queries.ts'
import { BroadcastParams, messageItem } from './shown-message.ts'

const MessageItem = z
  .object(messageItem)
  .meta({ id: 'WhatsappMessage', description: 'A message of a broadcast’s history.' })
const Query = listQuery(messageFields, '`created_at` descending')

/** Serves a broadcast's recipient history (Rule 30). The filter `{"status":"unresolved"}` finds unknown outcomes. */
export function listWhatsappMessages(app: App, { db, lists }: { db: Db; lists: ListReads }): void {
  app.get(
    projectPath('/broadcasts/:broadcast_id/messages'),
    {
      schema: {
        operationId: 'listWhatsappMessages',
        summary: 'List the messages of a broadcast',
        tags: ['WhatsApp'],
        params: BroadcastParams,
        querystring: Query,
        response: { 200: pageOf(MessageItem), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      const { organization_id, project_id, broadcast_id } = params
      const list = listOf(query, messageFields, [{ field: 'created_at', path: [], direction: -1 }])
      if (!isUuid(broadcast_id) || !(await selectHasBroadcast(db, organization_id, project_id, broadcast_id)))
        throw refusals.broadcastNotFound()
      const { items, total } = await selectMessages(lists.of(request), organization_id, broadcast_id, list)
      return page(items, total, query)
    },
  )
}
