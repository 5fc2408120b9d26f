import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { expecting, listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { doNotCallFields, selectEntries } from '../do-not-call/list-queries.ts'
import { DoNotCallEntry } from './shown-entry.ts'

const shows = ['in_force', 'all'] as const

const Query = listQuery(doNotCallFields, '`since` descending').extend({
  show: z
    .enum(shows, expecting(`must be one of ${shows.join(', ')}`))
    .default('in_force')
    .describe('`all`: those that have ended too.'),
  q: z
    .string(expecting('must be text'))
    .max(64)
    .optional()
    .describe('A number in any spelling with its country code, or some of its digits.'),
})

/** Lists the numbers that nobody of the organization may call. */
export function listDoNotCall(app: App, context: { db: Db; clock: Clock; secretBox: SecretBox }): void {
  app.get(
    organizationPath('/do-not-call'),
    {
      config: { scope: 'suppressions:manage' },
      schema: {
        operationId: 'listDoNotCall',
        summary: 'List the do-not-call list',
        description: 'One list for all projects of the organization. Scope: `suppressions:manage`.',
        tags: ['Do not call'],
        params: OrganizationParams,
        querystring: Query,
        response: { 200: pageOf(DoNotCallEntry), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const list = listOf(query, doNotCallFields, [{ field: 'since', path: [], direction: -1 }])
      const filter = {
        text: query.q?.trim() || null,
        countingAt: query.show === 'all' ? null : context.clock.now(),
      }
      const { items, total } = await selectEntries(context, params.organization_id, filter, list)
      return page(items, total, query)
    },
  )
}
