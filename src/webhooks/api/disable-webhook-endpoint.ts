import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { disableEndpoint } from '../endpoints/change-endpoint.ts'
import { access, EndpointParams, endpointPath, findAndLock } from './endpoint-params.ts'
import type { ChangeContext } from './endpoint-params.ts'

const Disabled = z
  .object({ changed: z.boolean().describe('False: it was disabled before.') })
  .meta({ id: 'DisabledWebhookEndpoint' })

/** Disables an endpoint: what is made for it is held. */
export function disableWebhookEndpoint(app: App, context: ChangeContext): void {
  const { db, clock, newId } = context
  app.post(
    endpointPath('/disable'),
    {
      config: access,
      schema: {
        operationId: 'disableWebhookEndpoint',
        summary: 'Disable a webhook endpoint',
        description: 'Deliveries are held until it is enabled, at most 30 days. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        response: { 200: successOf(Disabled), ...refusalsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const { params } = request
      const now = clock.now()
      const actor = await actorOf(db, request)
      const changed = await db.transaction(async (transaction) => {
        const endpoint = await findAndLock(transaction, params, now)
        if (endpoint.disabled_at !== null) return false
        await disableEndpoint(transaction, { now, newId, actor }, endpoint)
        return true
      })
      if (changed) publishConfig(context, params.organization_id, params.project_id, [params.endpoint_id])
      return success({ changed }, 'Disabled')
    },
  )
}
