import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { deliveryBody } from '../delivery/delivery-body.ts'
import { sendMessage } from '../delivery/send.ts'
import type { SendContext } from '../delivery/send.ts'
import { access, EndpointParams, endpointPath, findEndpoint } from './endpoint-params.ts'

const Tested = z
  .object({
    webhook_id: z.string().describe('The `webhook-id` of the request.'),
    accepted: z.boolean().describe('Whether a delivery with this answer would be delivered.'),
    status: z.int().nullable().describe('The HTTP status of the answer. Null: the endpoint did not answer.'),
    milliseconds: z.int(),
    answer: z
      .string()
      .nullable()
      .describe('The first 1,024 bytes of the answer. Null: the endpoint did not answer.'),
    reason: z.string().nullable().describe('Why it is not accepted; null: it is.'),
  })
  .meta({ id: 'TestedWebhookEndpoint' })

/** Sends an example to an endpoint at once, also to a disabled one, and shows what it answers. */
export function testWebhookEndpoint(
  app: App,
  context: SendContext & { db: Db; clock: Clock; newId: NewId },
): void {
  app.post(
    endpointPath('/test'),
    {
      config: access,
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test event to a webhook endpoint',
        description:
          'Sends `webhook.test` at once and waits up to 15 s for the answer. It is no delivery: it is not repeated, and ' +
          'does not count. Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        response: { 200: successOf(Tested), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const now = context.clock.now()
      const endpoint = await findEndpoint(context.db, params, now)
      const id = context.newId()
      const { organization_id, project_id, _id, name } = endpoint
      const data = { _id, name }
      const event = {
        _id: id,
        organization_id,
        project_id,
        type: 'webhook.test' as const,
        at: now.toISOString(),
      }
      const body = deliveryBody({ ...event, data, texts: null }, endpoint)
      const result = await sendMessage(context, { ...endpoint, endpoint_id: _id }, { id, body })
      const { status, milliseconds, answer, reason } = result
      const accepted = result.outcome.kind === 'accepted'
      const message = accepted ? 'The endpoint accepts deliveries' : 'The endpoint does not accept deliveries'
      return success({ webhook_id: id, accepted, status, milliseconds, answer, reason }, message)
    },
  )
}
