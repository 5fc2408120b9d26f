import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { cancelCrawl as cancel } from '../crawl/cancel-crawl.ts'
import { crawlStates } from '../crawl/crawl.ts'
import { publishSource } from '../publish-source.ts'
import { authorOf } from './author-of.ts'

const CancelledCrawl = z
  .object({
    source_id: z.string(),
    state_before: z
      .enum(crawlStates)
      .nullable()
      .describe('The state of the last crawl before this request; null where there is no crawl.'),
    state: z.enum(crawlStates).nullable().describe('Its state now.'),
    cancelled: z.boolean().describe('False where there is no crawl or it had ended already.'),
  })
  .meta({ id: 'CancelledCrawl', description: 'The result of a request to end a crawl.' })

interface CancelContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

/** Registers the endpoint that ends the crawl of a domain, whether it waits or runs. */
export function cancelCrawl(app: App, context: CancelContext): void {
  app.post(
    projectPath('/sources/:source_id/cancel'),
    {
      schema: {
        operationId: 'cancelCrawl',
        summary: 'End the crawl of a domain',
        description:
          'Ends a crawl that waits or runs; the pages that it has indexed stay. A crawl that has ended does not change. The ' +
          'request has no body. No scope is needed.',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: { 200: successOf(CancelledCrawl), ...refusalsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const { params } = request
      const { stateBefore, state } = await cancel(context, params, await authorOf(context.db, request))
      publishSource(context, params, params.source_id)
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
