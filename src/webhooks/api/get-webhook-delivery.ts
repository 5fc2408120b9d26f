import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { deliveryBody } from '../delivery/delivery-body.ts'
import { selectDelivery } from '../resend/delivery-queries.ts'
import { access, DeliveryParams, endpointPath, findEndpoint } from './endpoint-params.ts'
import { DeliveryDetail } from './shown-delivery.ts'

/** Shows one delivery: what is sent, and what each try came to. */
export function getWebhookDelivery(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    endpointPath('/deliveries/:delivery_id'),
    {
      config: access,
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Get a delivery to a webhook endpoint',
        description: 'Also says what is sent, and the outcome of each try. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: DeliveryParams,
        response: { 200: successOf(DeliveryDetail), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const endpoint = await findEndpoint(db, params, clock.now())
      const { delivery_id: id } = params
      const found = isUuid(id) ? await selectDelivery(db, params, id) : null
      if (found === null) throw refusals.recordNotFound('webhook_delivery')
      const { item, event, attempts } = found
      return success({ ...item, body: deliveryBody(event, endpoint), attempts }, 'OK')
    },
  )
}
