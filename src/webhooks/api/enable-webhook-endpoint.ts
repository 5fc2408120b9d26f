import { z } from 'zod'
import { waitForMadeDeliveries } from '../../events/delivery-queries.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import type { WakeSignal } from '../../jobs/wake-signal.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { holdWaiting } from '../delivery/claim-queries.ts'
import { enableEndpoint } from '../endpoints/change-endpoint.ts'
import { countHeldDeliveries } from '../resend/delivery-queries.ts'
import { access, EndpointParams, endpointPath, findAndLock, findEndpoint } from './endpoint-params.ts'
import type { ChangeContext } from './endpoint-params.ts'

const Body = z
  .strictObject({
    send_held: z
      .boolean('must be true or false')
      .describe('Whether the deliveries that were held meanwhile are sent, at most the oldest 100,000.'),
  })
  .meta({ id: 'EnableWebhookEndpoint' })

const Enabled = z
  .object({
    changed: z.boolean().describe('False: it was enabled before; nothing is sent.'),
    held_count: z.int().describe('Held deliveries that are sent.'),
  })
  .meta({ id: 'EnabledWebhookEndpoint' })

/** Enables an endpoint that was disabled. */
export function enableWebhookEndpoint(
  app: App,
  context: ChangeContext & { webhookSignal: WakeSignal },
): void {
  const { db, clock, newId, webhookSignal } = context
  app.post(
    endpointPath('/enable'),
    {
      config: access,
      schema: {
        operationId: 'enableWebhookEndpoint',
        summary: 'Enable a webhook endpoint',
        description: 'It counts as one that has never failed. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        body: Body,
        response: { 200: successOf(Enabled), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, body } = request
      const actor = await actorOf(db, request)
      await findEndpoint(db, params, clock.now())
      // Enabling sends what waits for a later try, so it is held first.
      for (let isLeft = !body.send_held; isLeft;)
        isLeft = await db.transaction((transaction) => holdWaiting(transaction, params, clock.now()))
      const { changed, count } = await db.transaction(async (transaction) => {
        const endpoint = await findAndLock(transaction, params, clock.now())
        if (endpoint.disabled_at === null) return { changed: false, count: 0 }
        // What is made now still goes by the disabled endpoint, and would be held for good.
        await waitForMadeDeliveries(transaction)
        // Under the locks: no worker holds any more from here on.
        const now = clock.now()
        // A request that was under way before the lock may have failed since.
        if (!body.send_held) await holdWaiting(transaction, params, now)
        const held = body.send_held ? await countHeldDeliveries(transaction, params) : 0
        await enableEndpoint(transaction, { now, newId, actor }, endpoint, held)
        return { changed: true, count: held }
      })
      if (changed) publishConfig(context, params.organization_id, params.project_id, [params.endpoint_id])
      webhookSignal.notify()
      return success({ changed, held_count: count }, 'Enabled')
    },
  )
}
