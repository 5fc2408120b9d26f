import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import type { DialContext } from '../call-context.ts'
import { CustomerBody } from '../place/customer.ts'
import { placeCall } from '../place/place-call.ts'
import { PendingCall, pendingCall } from './pending-call.ts'

const CreatedCall = z
  .object({
    success: z.literal(true),
    campaign_queue_id: z.string().describe('Id of the call.'),
    message: z.string().describe('Confirmation that names the number.'),
    scheduled: z.boolean().describe('False: the call has started. True: it waits.'),
    scheduled_for: z
      .string()
      .meta({ format: 'date-time' })
      .nullable()
      .describe('Set when the call waits for calling hours: when it will be placed, ISO 8601 UTC.'),
    scheduled_timezone: z
      .string()
      .nullable()
      .describe('The time zone whose hours hold the call until then, the last one to open; IANA name.'),
  })
  .meta({ id: 'CreatedCall', description: 'A call that was accepted: started or queued.' })

/** Starts a call, or queues it if it can't start yet (Rule 13). */
export function createCall(app: App, context: DialContext): void {
  app.post(
    projectPath('/campaigns/:campaign_id/calls'),
    {
      config: { scope: 'calls:create', isWrite: true },
      schema: {
        operationId: 'createCall',
        summary: 'Place a call by the rules of its campaign',
        description: 'Starts the call, or queues it when it can not start yet. Scope: `calls:create`.',
        tags: ['Calls'],
        params: CampaignParams,
        headers: IdempotencyHeaders,
        body: CustomerBody,
        response: {
          200: successOf(CreatedCall),
          202: successOf(PendingCall, 202),
          ...refusalsOf(400, 401, 403, 404, 409, 500),
        },
      },
    },
    async (request, reply) => {
      const call = await placeCall(context, 'queue', {
        ...request.params,
        customer: request.body,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
      })
      if (call.replayed) reply.headers(replayedHeader)
      if (call.pending !== null) {
        const { data, message } = pendingCall(call.callId, call.pending)
        return reply
          .code(202)
          .send(
            success(
              { ...data, scheduled: false, scheduled_for: null, scheduled_timezone: null },
              message,
              202,
            ),
          )
      }
      const { callId, phoneNumber, scheduled, scheduledFor } = call
      const message = scheduled ? `Call to ${phoneNumber} queued` : `Call to ${phoneNumber} started`
      const data = {
        success: true as const,
        campaign_queue_id: callId,
        message,
        scheduled,
        scheduled_for: scheduledFor?.opensAt.toISOString() ?? null,
        scheduled_timezone: scheduledFor?.timezone ?? null,
      }
      return success(data, scheduled ? 'Call queued' : 'Call started')
    },
  )
}
