import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { parseFilters } from '../../filters/parse.ts'
import { filterToSql } from '../../filters/to-sql.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { deliveryFields } from '../resend/delivery-fields.ts'
import { countDeliveries, resendMax } from '../resend/delivery-queries.ts'
import { insertResend } from '../resend/resend-queries.ts'
import { access, EndpointParams, endpointPath, findEndpoint } from './endpoint-params.ts'
import type { ChangeContext } from './endpoint-params.ts'

const Body = z
  .strictObject({
    filters: z
      .record(z.string(), z.unknown(), 'must be an object such as {"state":"exhausted"}')
      .default({})
      .describe('As `filters` of the list of deliveries; without it, all deliveries.'),
    dry_run: z.boolean('must be true or false').default(false).describe('Only counts them.'),
  })
  .meta({ id: 'ResendWebhookDeliveries' })

const Resent = z
  .object({
    count: z.int().describe('The deliveries that the filter means; those under way do not count.'),
    resend_id: z.string().nullable().describe('Null: none is sent again.'),
  })
  .meta({ id: 'ResentWebhookDeliveries' })

/** Has all deliveries of a filter sent again. */
export function resendWebhookDeliveries(app: App, context: ChangeContext): void {
  const { db, clock, newId } = context
  app.post(
    endpointPath('/resend'),
    {
      config: access,
      schema: {
        operationId: 'resendWebhookDeliveries',
        summary: 'Send deliveries again, by a filter',
        description:
          'At most 100,000, with the same `webhook-id` each. They go only while nothing new is due. ' +
          'Scope: `webhooks:manage`.',
        tags: ['Webhooks'],
        params: EndpointParams,
        body: Body,
        response: { 200: successOf(Resent), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async (request) => {
      const { params, body } = request
      const now = clock.now()
      const filters = JSON.stringify(body.filters)
      const where = filterToSql(parseFilters(filters, deliveryFields), deliveryFields)
      await findEndpoint(db, params, now)
      const count = await countDeliveries(db.limited(params.organization_id), params, where)
      if (count > resendMax)
        throw refusals.faultyRequest({
          path: 'filters',
          message: `must match at most ${resendMax} deliveries; narrow it, such as by created_at`,
        })
      if (body.dry_run) return success({ count, resend_id: null }, 'Nothing is sent')
      if (count === 0) return success({ count, resend_id: null }, 'There is nothing to send')
      const { name: requested_by } = await actorOf(db, request)
      const { organization_id, endpoint_id } = params
      const resend = { organization_id, endpoint_id, _id: newId(), filters, created_at: now, requested_by }
      await insertResend(db, { ...resend, deliveries_count: count })
      return success({ count, resend_id: resend._id }, 'They are sent again')
    },
  )
}
