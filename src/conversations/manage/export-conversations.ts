import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import { parseFilters } from '../../filters/parse.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { Exports } from '../../http/exports.ts'
import type { ExportContext } from '../../http/exports.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { ConversationQuery } from '../api/list-conversations.ts'
import { exportConversations as readAll, exportedMax } from '../export-conversations.ts'
import { conversationFields, newestFirst, selectConversationTotal } from '../list-queries.ts'

/** Streams the conversations that match a filter as NDJSON, as fast as the client reads. */
export function exportConversations(
  app: App,
  { lists, clock, ...context }: { lists: ListReads; clock: Clock } & ExportContext,
): void {
  const exports = new Exports(context)
  app.get(
    projectPath('/conversations/export'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'exportConversations',
        summary: 'Export conversations',
        description:
          `NDJSON: one conversation a line, as the list has it, newest first; at most ${exportedMax.toLocaleString('en')}. ` +
          'If the export fails on its way, the connection breaks, and so the file is not whole. With `unique`, a caller may be ' +
          'missing whose conversation comes to match the filter during the export.',
        tags: ['Conversations'],
        params: ProjectParams,
        querystring: ConversationQuery.pick({ filters: true, unique: true }),
        produces: ['application/x-ndjson'],
        response: {
          200: z.string().describe('Lines of JSON.'),
          ...refusalsOf(400, 401, 403, 404, 429, 500),
        },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const db = lists.of(request)
      const filter = parseFilters(query.filters, conversationFields)
      const list = { ...params, filter, unique: query.unique }
      // Also with `unique` all that match are read.
      const whole = { ...list, unique: false, sort: newestFirst, skip: 0, limit: 1 }
      const total = await selectConversationTotal(db, whole)
      if (total > exportedMax) throw refusals.exportTooLarge(total, exportedMax)
      const end = exports.begin(params.organization_id)
      const stream = exports.stream(readAll(db, list), end)
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="conversations-${day}.ndjson"`)
        .header('cache-control', 'no-store')
        .serializer((sent: unknown) => String(sent))
        .send(stream as unknown as string)
    },
  )
}
