import { z } from 'zod'
import { conversationFields } from '../../conversations/list-queries.ts'
import type { Db } from '../../db/database.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import { parseFilters } from '../../filters/parse.ts'
import { parseSort } from '../../filters/sort.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { listQuery, wholeNumber } from '../../http/list-query.ts'
import { organizationPath, OrganizationParams, ProjectParams, projectPath } from '../../http/paths.ts'
import { selectVoiceCounts } from '../voice-queries.ts'
import { summarize } from '../voice-summary.ts'

const byDay = z.record(z.string().describe('`YYYY-MM-DD`, UTC.'), z.number())

const VoiceAnalytics = z
  .object({
    summary: z.object({
      total_conversations: z.int(),
      completed_conversations: z.int(),
      live_conversations: z.int(),
      total_duration: z.number().describe('Seconds.'),
      avg_duration: z.number().describe('Seconds, over those that have a duration; 0 if none has.'),
    }),
    daily_conversations: byDay.describe('A key for each day that has a conversation.'),
    daily_durations: byDay.describe('Seconds, for the same days.'),
  })
  .meta({ id: 'VoiceAnalytics', description: 'Voice conversations that match, in all and by day.' })

const Query = listQuery(conversationFields, 'none; it has no effect here').extend({
  limit: wholeNumber({ min: 1, max: 1_000, default: 20, description: 'Checked, without effect.' }),
})

/** Serves the voice analytics. The form with a project in its path checks in another order (Rule 2). */
export function voiceAnalytics(app: App, { lists }: { lists: ListReads }): void {
  const schema = {
    tags: ['Analytics'],
    querystring: Query,
    response: { 200: successOf(VoiceAnalytics), ...refusalsOf(400, 401, 403, 404, 500) },
  }
  const answer = async (
    db: Db,
    scope: { organization_id: string; project_id: string | null },
    query: z.output<typeof Query>,
  ) => {
    parseSort(query.sort, conversationFields, [])
    const counts = await selectVoiceCounts(db, scope, parseFilters(query.filters, conversationFields))
    return success(summarize(counts), 'OK')
  }
  app.get(
    organizationPath('/conversation-analytics'),
    {
      config: { namesMalformedIds: true },
      schema: {
        ...schema,
        operationId: 'organizationVoiceAnalytics',
        summary: 'Voice analytics of the organization',
        params: OrganizationParams,
      },
    },
    (request) => answer(lists.of(request), { ...request.params, project_id: null }, request.query),
  )
  app.get(
    projectPath('/conversation-analytics'),
    {
      config: { namesMalformedIds: true },
      schema: {
        ...schema,
        operationId: 'projectVoiceAnalytics',
        summary: 'Voice analytics of a project',
        params: ProjectParams,
      },
    },
    (request) => answer(lists.of(request), request.params, request.query),
  )
}
