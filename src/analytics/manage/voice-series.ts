import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { voiceSeriesCsv } from '../series-csv.ts'
import { readVoiceSeries } from '../voice-series.ts'
import { VoiceSeriesQuery, VoiceSeriesSchema } from './series-schemas.ts'

type Query = z.output<typeof VoiceSeriesQuery>

const questionOf = ({ from, to, last, by, timezone, split, campaign_id }: Query) => ({
  from: from ?? null,
  to: to ?? null,
  last: last ?? null,
  by: by ?? null,
  timezone: timezone ?? null,
  split: split ?? null,
  campaign_id: campaign_id ?? null,
})

/** Shows the calls of a span by day, week or month, beside the span before. */
export function voiceSeries(app: App, { lists, clock }: { lists: ListReads; clock: Clock }): void {
  app.get(
    projectPath('/analytics/voice'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'voiceSeries',
        summary: 'Count the calls of a span',
        description:
          'By day, week or month of a time zone, beside the span before, each figure as in the list.',
        tags: ['Analytics'],
        params: ProjectParams,
        querystring: VoiceSeriesQuery,
        response: { 200: successOf(VoiceSeriesSchema), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, query } = request
      return success(await readVoiceSeries({ db: lists.of(request), clock }, params, questionOf(query)), 'OK')
    },
  )
}

/** Serves the same figures as CSV. */
export function exportVoiceSeries(app: App, { lists, clock }: { lists: ListReads; clock: Clock }): void {
  app.get(
    projectPath('/analytics/voice.csv'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'exportVoiceSeries',
        summary: 'Export the calls of a span',
        description: 'The same figures as CSV in UTF-8: a line for each bucket, and for each part of it.',
        tags: ['Analytics'],
        params: ProjectParams,
        querystring: VoiceSeriesQuery,
        produces: ['text/csv', 'application/json'],
        response: { 200: z.string().describe('The lines.'), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const series = await readVoiceSeries({ db: lists.of(request), clock }, params, questionOf(query))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="calls-${series.from}-${series.to}.csv"`)
        .serializer((text: string) => text)
        .send(voiceSeriesCsv(series))
    },
  )
}
