import { z } from 'zod'

/** The response to a repeated request while the first is running, or while its outcome at the carrier is unknown. */
export const PendingCall = z
  .object({
    success: z.literal(true),
    campaign_queue_id: z.string().describe('Id of the call.'),
    campaign_call_id: z.string().optional().describe('The same id, under its other name.'),
    message: z.string(),
    status: z.enum(['processing', 'unresolved']),
    scheduled: z.literal(false).optional(),
    scheduled_for: z.null().optional(),
    scheduled_timezone: z.null().optional(),
  })
  .meta({ id: 'PendingCall', description: 'A call whose first answer is not known yet.' })

export function pendingCall(callId: string, status: 'processing' | 'unresolved') {
  const message =
    status === 'processing'
      ? 'A request with this Idempotency-Key is under way'
      : 'The carrier has not confirmed the call of this Idempotency-Key yet; it is not dialed again before that is known'
  const data = { success: true as const, campaign_queue_id: callId, message, status }
  return { data, message: status === 'processing' ? 'Call under way' : 'Call unresolved' }
}
