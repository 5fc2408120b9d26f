import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { publishDeliveries } from '../publish-deliveries.ts'
import { selectDelivery, updateDeliveryResent } from '../resend/delivery-queries.ts'
import { access, DeliveryParams, endpointPath, findEndpoint } from './endpoint-params.ts'

const Resent = z
  .object({ queued: z.boolean().describe('False: it is being sent at this moment.') })
  .meta({ id: 'ResentWebhookDelivery' })

/** Has one delivery sent again. */
export function resendWebhookDelivery(
  app: App,
  context: { db: Db; clock: Clock; webhookSignal: WakeSignal } & ConfigHints,
): void {
  const { db, clock, webhookSignal } = context
  app.post(
    endpointPath('/deliveries/:delivery_id/resend'),
    {
      config: access,
      schema: {
        operationId: 'resendWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'With the same `webhook-id`, whatever its state is. Its schedule begins anew. For a disabled endpoint it is held. ' +
          'Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: DeliveryParams,
        response: { 200: successOf(Resent), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const now = clock.now()
      await findEndpoint(db, params, now)
      const { delivery_id: id } = params
      if (!isUuid(id) || (await selectDelivery(db, params, id)) === null)
        throw refusals.recordNotFound('webhook_delivery')
      const queued = await updateDeliveryResent(db, params, id, now)
      webhookSignal.notify()
      publishDeliveries(context, params)
      return success({ queued }, queued ? 'It is sent again' : 'It is being sent')
    },
  )
}
