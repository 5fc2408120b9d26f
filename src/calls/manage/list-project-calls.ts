import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { expecting, listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import type { VoiceProvider } from '../../providers/voice-carrier.ts'
import { Wait, callFields } from '../api/shown-call.ts'
import { attemptStates } from '../call.ts'
import { projectCallFilterFields } from '../view/list-queries.ts'
import { listProjectCalls as listCalls } from '../view/project-calls.ts'
import { placesMax, shownCalls } from '../view/project-queries.ts'
import { ProjectCallError } from './project-call-error.ts'

const CallItem = z
  .object({
    ...callFields,
    error: ProjectCallError,
    campaign_name: z.string(),
    batch_id: z.string().nullable().describe('The batch of the file that it comes from; null: from none.'),
    customer_name: z
      .string()
      .nullable()
      .describe('The name that the request for the call gave, else that of the person’s profile.'),
    place: z
      .int()
      .min(1)
      .nullable()
      .describe(`Among the waiting calls of its campaign; null unless it waits, and beyond ${placesMax}.`),
    last_attempt: z
      .object({
        attempt_number: z.int().min(1),
        state: z.enum(attemptStates),
        created_at: timestamp(),
        answered_at: timestamp().nullable(),
        ended_at: timestamp().nullable(),
      })
      .nullable()
      .describe('Null before the first.'),
    waiting: Wait.nullable().describe('Null unless its state is `waiting`.'),
  })
  .meta({ id: 'ProjectCall', description: 'A call of a project.' })

const Query = listQuery(projectCallFilterFields, '`created_at` descending').extend({
  show: z
    .enum(shownCalls, expecting(`must be one of ${shownCalls.join(', ')}`))
    .default('active')
    .describe('`active`: those that wait or are under way.'),
})

/** Lists the calls of all campaigns of a project. */
export function listProjectCalls(
  app: App,
  { lists, clock, voiceProvider }: { lists: ListReads; clock: Clock; voiceProvider: VoiceProvider },
): void {
  app.get(
    projectPath('/calls'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listProjectCalls',
        summary: 'List the calls of all campaigns',
        description: 'Those that wait or failed say why.',
        tags: ['Calls'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(CallItem), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const list = listOf(request.query, projectCallFilterFields, [
        { field: 'created_at', path: [], direction: -1 },
      ])
      const { items, total } = await listCalls(
        { db: lists.of(request), clock, voiceProvider },
        request.params,
        request.query.show,
        list,
      )
      return page(items, total, request.query)
    },
  )
}
