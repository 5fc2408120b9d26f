import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { cancelCrawl as cancel } from '../crawl/cancel-crawl.ts'
import { crawlStates } from '../crawl/crawl.ts'

const CancelledCrawl = z
  .object({
    source_id: z.string(),
    state_before: z
      .enum(crawlStates)
      .nullable()
      .describe('Where the last crawl stood when the request met it; null: there was none.'),
    state: z.enum(crawlStates).nullable().describe('Where it stands now.'),
    cancelled: z.boolean().describe('False: there was none, or it was over already.'),
  })
  .meta({ id: 'CancelledCrawl', description: 'What a request to end a crawl came to.' })

/** Ends the crawl of a domain wherever it stands. */
export function cancelCrawl(app: App, context: { db: Db; clock: Clock }): void {
  app.post(
    projectPath('/sources/:source_id/cancel'),
    {
      schema: {
        operationId: 'cancelCrawl',
        summary: 'End the crawl of a domain',
        description:
          'One that waits or is under way ends; the pages that it has indexed stay. One that is over stays as it is. The ' +
          'request has no body. No scope is needed.',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: { 200: successOf(CancelledCrawl), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const { stateBefore, state } = await cancel(context, params)
      const cancelled = stateBefore !== state
      const data = { source_id: params.source_id, state_before: stateBefore, state, cancelled }
      if (cancelled) return success(data, 'The crawl was cancelled')
      return success(
        data,
        state === null ? 'The source has no crawl' : `The crawl was over already: ${state}`,
      )
    },
  )
}
