import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { showCalls } from '../show-calls.ts'
import { Wait, callFields } from './shown-call.ts'

const CallItem = z
  .object({ ...callFields, waiting: Wait.nullable().describe('Null unless its state is `waiting`.') })
  .meta({ id: 'Call', description: 'A call of a campaign.' })

/** Beyond the specification: the calls of a campaign, newest first. */
export function listCalls(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/campaigns/:campaign_id/calls'),
    {
      schema: {
        operationId: 'listCalls',
        summary: 'List the calls of a campaign',
        description: 'Newest first; those that wait say why.',
        tags: ['Calls'],
        params: CampaignParams,
        querystring: PageQuery,
        response: { 200: pageOf(CallItem), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { items, total } = await showCalls(context, request.params, request.query)
      return page(items, total, request.query)
    },
  )
}
