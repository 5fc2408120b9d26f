import { z } from 'zod'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { authorOf } from '../api/author-of.ts'
import type { DomainContext } from '../crawl/add-domain.ts'
import { crawlSource as crawl } from '../crawl/crawl-source.ts'
import { publishSource } from '../publish-source.ts'

/** Requests a crawl of a domain, with its settings as they are. */
export function crawlSource(
  app: App,
  context: Pick<DomainContext, 'db' | 'clock' | 'newId'> & { hints: Pick<HintPublisher, 'publish'> },
): void {
  app.post(
    projectPath('/sources/:source_id/crawl'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'crawlSource',
        summary: 'Crawl a domain now',
        description: 'The settings stay as they are. A crawl of the domain that waits or runs is replaced.',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: { 200: successOf(z.null()), ...refusalsOf(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      await crawl(context, request.params, await authorOf(context.db, request))
      publishSource(context, request.params, request.params.source_id)
      return success(null, 'The domain will be crawled')
    },
  )
}
