import type { App } from '../../http/app.ts'
import { callbackRoutes } from '../attempt/callback-addresses.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { formRoute, readCallback, takeForms } from './read-callback.ts'
import type { CallbackContext } from './read-callback.ts'

/**
 * What Twilio tells of a call's course. Stored and taken in before the answer, which is empty: Twilio does not repeat
 * what we failed to take, so a fault here shows as 500 and the sweep asks later.
 */
export function twilioStatus(app: App, context: CallbackContext): void {
  app.register(async (scope: App) => {
    takeForms(scope, context, 'status')
    scope.post(callbackRoutes.status, formRoute, async (request, reply) => {
      const callback = await readCallback(context, request, 'status')
      if (callback === null) return reply.code(204).send()
      const { attempt, event } = callback
      const recorded = await recordCarrierEvent(context, attempt.organization_id, attempt._id, event)
      context.metrics.callbacks.inc({ kind: 'status', result: recorded })
      // The carrier waits for our answer; ending a call may take longer than it does.
      if (recorded === 'unwanted' || recorded === 'to_end')
        endCarrierCall(context, attempt, event.call_sid).catch((error: unknown) =>
          context.log.error({ err: error, attempt_id: attempt._id }, 'ending a call failed'),
        )
      return reply.code(204).send()
    })
  })
}
