import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import type { DialContext } from '../call-context.ts'
import { CustomerBody } from '../place/customer.ts'
import { placeCall } from '../place/place-call.ts'
import { PendingCall, pendingCall } from './pending-call.ts'

const TriggeredCall = z
  .object({
    success: z.literal(true),
    campaign_queue_id: z.string().describe('Id of the call.'),
    campaign_call_id: z.string().describe('The same id, under its other name.'),
    message: z.string().describe('Confirmation that names the dialed number.'),
  })
  .meta({ id: 'TriggeredCall', description: 'A call that the carrier has taken.' })

/**
 * Dials now, or refuses without queueing the call (Rule 12). The response has the call's id under both its names (Rule
 * 11).
 */
export function triggerCall(app: App, context: DialContext): void {
  app.post(
    projectPath('/campaigns/:campaign_id/trigger-call'),
    {
      config: { scope: 'calls:create', isWrite: true },
      schema: {
        operationId: 'triggerCall',
        summary: 'Place a call at once',
        description: 'Dials now or refuses; a refused call is not queued. Scope: `calls:create`.',
        tags: ['Calls'],
        params: CampaignParams,
        headers: IdempotencyHeaders,
        body: CustomerBody,
        response: {
          200: successOf(TriggeredCall),
          202: successOf(PendingCall, 202),
          ...refusalsOf(400, 401, 403, 404, 409, 500),
        },
      },
    },
    async (request, reply) => {
      const call = await placeCall(context, 'trigger', {
        ...request.params,
        customer: request.body,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      })
      if (call.replayed) reply.headers(replayedHeader)
      if (call.pending !== null) {
        const { data, message } = pendingCall(call.callId, call.pending)
        return reply.code(202).send(success({ ...data, campaign_call_id: call.callId }, message, 202))
      }
      const message = `Call to ${call.phoneNumber} queued and dispatched`
      const data = {
        success: true as const,
        campaign_queue_id: call.callId,
        campaign_call_id: call.callId,
        message,
      }
      return success(data, 'Call queued and dispatched')
    },
  )
}
