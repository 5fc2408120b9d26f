import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath, SourceParams } from '../../http/paths.ts'
import { authorOf } from '../api/author-of.ts'
import { publishSource } from '../publish-source.ts'
import { removeSource as remove } from '../remove-source.ts'

interface RemoveContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

/** Removes a source with all its pages. */
export function removeSource(app: App, context: RemoveContext): void {
  app.post(
    projectPath('/sources/:source_id/remove'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'removeSource',
        summary: 'Remove a source',
        description:
          'Its pages leave the index at once, their links go back to the plan, and its crawl ends.',
        tags: ['Knowledge base'],
        params: SourceParams,
        response: {
          200: successOf(
            z.object({ name: z.string(), pages: z.int().min(0).describe('Pages that left the index.') }),
          ),
          ...refusalsOf(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { params } = request
      const author = await authorOf(context.db, request)
      const removed = isUuid(params.source_id)
        ? await remove(context, params.source_id, author, params)
        : null
      if (removed === null) throw refusals.sourceNotFound()
      publishSource(context, params, params.source_id)
      return success(removed, 'Removed')
    },
  )
}
