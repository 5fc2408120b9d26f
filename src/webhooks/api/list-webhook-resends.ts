import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectResends } from '../resend/resend-queries.ts'
import { access, EndpointParams, endpointPath, findEndpoint } from './endpoint-params.ts'

const Resend = z
  .object({
    _id: z.string(),
    filters: z.record(z.string(), z.unknown()).describe('As it was asked for; `{}`: all deliveries.'),
    created_at: timestamp(),
    requested_by: z.string().describe('The person, or the key by its name.'),
    deliveries_count: z.int().min(0).describe('How many deliveries the filter meant at the request.'),
    queued_count: z.int().min(0).describe('How many of them wait to be sent again, or have been sent since.'),
    finished_at: timestamp().nullable().describe('Null: not all of them wait yet.'),
  })
  .meta({ id: 'WebhookResend', description: 'A request to send deliveries again.' })

/** Lists the requests to send an endpoint's deliveries again, with how far each is. */
export function listWebhookResends(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    endpointPath('/resends'),
    {
      config: access,
      schema: {
        operationId: 'listWebhookResends',
        summary: 'List requests to send deliveries again',
        description: 'Those of the last 30 days, the newest first. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        querystring: PageQuery,
        response: { 200: pageOf(Resend), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      await findEndpoint(db, params, clock.now())
      const { items, total } = await selectResends(db, params, query)
      return page(items as z.input<typeof Resend>[], total, query)
    },
  )
}
