import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { readChatSeries } from '../chat-series.ts'
import { chatSeriesCsv } from '../series-csv.ts'
import { ChatSeriesQuery, ChatSeriesSchema } from './series-schemas.ts'

type Query = z.output<typeof ChatSeriesQuery>

const questionOf = ({ from, to, last, by, timezone, split }: Query) => ({
  from: from ?? null,
  to: to ?? null,
  last: last ?? null,
  by: by ?? null,
  timezone: timezone ?? null,
  split: split ?? null,
})

/** Shows chats, messages, leads, tickets and sends of a span by day, week or month, beside the span before. */
export function chatSeries(app: App, { lists, clock }: { lists: ListReads; clock: Clock }): void {
  app.get(
    projectPath('/analytics/chat'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'chatSeries',
        summary: 'Count what happened in the chats of a span',
        description: 'Counts by day, week or month of a time zone, beside the span before.',
        tags: ['Analytics'],
        params: ProjectParams,
        querystring: ChatSeriesQuery,
        response: { 200: successOf(ChatSeriesSchema), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      return success(await readChatSeries({ db: lists.of(request), clock }, params, questionOf(query)), 'OK')
    },
  )
}

/** Serves the same figures as CSV. */
export function exportChatSeries(app: App, { lists, clock }: { lists: ListReads; clock: Clock }): void {
  app.get(
    projectPath('/analytics/chat.csv'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'exportChatSeries',
        summary: 'Export what happened in the chats of a span',
        description: 'The same figures as CSV in UTF-8: a line for each bucket, and for each part of it.',
        tags: ['Analytics'],
        params: ProjectParams,
        querystring: ChatSeriesQuery,
        produces: ['text/csv', 'application/json'],
        response: { 200: z.string().describe('The lines.'), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const series = await readChatSeries({ db: lists.of(request), clock }, params, questionOf(query))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="chats-${series.from}-${series.to}.csv"`)
        .serializer((text: string) => text)
        .send(chatSeriesCsv(series))
    },
  )
}
