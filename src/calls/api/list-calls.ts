import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { listCallsOf } from '../view/list-calls.ts'
import { callFilterFields } from '../view/list-queries.ts'
import { readServiceHalt, reasonOrHalt } from '../view/service-halt.ts'
import { WaitOrHalt, callFields } from './shown-call.ts'

const CallItem = z
  .object({ ...callFields, waiting: WaitOrHalt.nullable().describe('Null unless its state is `waiting`.') })
  .meta({ id: 'Call', description: 'A call of a campaign.' })

const Query = listQuery(callFilterFields, '`created_at` descending')

/** Lists the calls of a campaign. */
export function listCalls(app: App, { db, lists, clock }: { db: Db; lists: ListReads; clock: Clock }): void {
  app.get(
    projectPath('/campaigns/:campaign_id/calls'),
    {
      schema: {
        operationId: 'listCalls',
        summary: 'List the calls of a campaign',
        description: 'Those that wait say why.',
        tags: ['Calls'],
        params: CampaignParams,
        querystring: Query,
        response: { 200: pageOf(CallItem), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const list = listOf(request.query, callFilterFields, [{ field: 'created_at', path: [], direction: -1 }])
      const { items, total } = await listCallsOf({ db: lists.of(request), clock }, request.params, list)
      const waits = items.map(({ waiting }) => waiting)
      const halt = await readServiceHalt(db, waits)
      const shown = items.map(({ waiting, ...call }) => ({
        ...call,
        waiting: waiting && { ...waiting, ...reasonOrHalt(waiting, halt) },
      }))
      return page(shown, total, request.query)
    },
  )
}
