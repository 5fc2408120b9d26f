import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { deliveryFields } from '../resend/delivery-fields.ts'
import { selectDeliveries } from '../resend/delivery-queries.ts'
import { access, EndpointParams, endpointPath, findEndpoint } from './endpoint-params.ts'
import { DeliveryItem } from './shown-delivery.ts'

/** Lists the deliveries of an endpoint of webhooks. */
export function listWebhookDeliveries(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    endpointPath('/deliveries'),
    {
      config: access,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List deliveries to a webhook endpoint',
        description: 'Those of the last 30 days. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        querystring: listQuery(deliveryFields, '`_id` descending, the newest first'),
        response: { 200: pageOf(DeliveryItem), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const list = listOf(query, deliveryFields, [{ field: '_id', path: [], direction: -1 }])
      await findEndpoint(db, params, clock.now())
      const { items, total } = await selectDeliveries(db, params, list)
      return page(items, total, query)
    },
  )
}
