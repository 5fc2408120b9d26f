import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { callStates } from '../call.ts'
import { readCampaignFigures } from '../view/project-calls.ts'

const SpanFigures = z.object({
  from: timestamp(),
  to: timestamp().describe('Excluded.'),
  calls: z.int().min(0).describe('Calls that were placed in the span.'),
  by_state: z.partialRecord(z.enum(callStates), z.int().min(1)).describe('What they are now.'),
})

/** Shows the calls of a campaign of the last 24 hours, beside those of a week before. */
export function campaignFigures(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/campaigns/:campaign_id/figures'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'campaignFigures',
        summary: 'Count the calls of the last 24 hours',
        description: 'Counts calls by their present state, beside the same 24 hours a week before.',
        tags: ['Campaigns'],
        params: CampaignParams,
        response: {
          200: successOf(z.object({ last_24_hours: SpanFigures, week_before: SpanFigures })),
          ...refusalsOf(400, 401, 403, 404, 500),
        },
      },
    },
    async (request) =>
      success(await readCampaignFigures(context, request.params, request.params.campaign_id), 'OK'),
  )
}
