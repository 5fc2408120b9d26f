import { z } from 'zod'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { removeEndpoint } from '../endpoints/change-endpoint.ts'
import { access, EndpointParams, endpointPath, findAndLock } from './endpoint-params.ts'
import type { ChangeContext } from './endpoint-params.ts'

const Removed = z.object({ _id: z.string() }).meta({ id: 'RemovedWebhookEndpoint' })

/** Removes an endpoint of webhooks. */
export function deleteWebhookEndpoint(app: App, { db, clock, newId, hints }: ChangeContext): void {
  app.delete(
    endpointPath(''),
    {
      config: access,
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Remove a webhook endpoint',
        description: 'Nothing more is sent to it, and its deliveries are deleted. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        response: { 200: successOf(Removed), ...refusalsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const { params } = request
      const now = clock.now()
      const actor = await actorOf(db, request)
      await db.transaction(async (transaction) => {
        const endpoint = await findAndLock(transaction, params, now)
        await removeEndpoint(transaction, { now, newId, actor }, endpoint)
      })
      publishConfig({ hints }, params.organization_id, params.project_id, [params.endpoint_id])
      return success({ _id: params.endpoint_id }, 'Removed')
    },
  )
}
