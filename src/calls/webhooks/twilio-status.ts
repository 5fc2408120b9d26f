import type { App } from '../../http/app.ts'
import { callbackRoutes } from '../attempt/callback-addresses.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import { recordReport } from '../attempt/record-report.ts'
import { acceptForms, formRoute, inTurnOfAttempt, readCallback } from './read-callback.ts'
import type { CallbackContext } from './read-callback.ts'

/**
 * Receives Twilio's reports about a call's progress. Records each before the empty response. After an error here
 * Twilio gets a 500 and sends it again for 15 s; then a poll reads the state of the call.
 */
export function twilioStatus(app: App, context: CallbackContext): void {
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'status')
    scope.post(callbackRoutes('twilio').status, formRoute, async (request, reply) => {
      const reported = await inTurnOfAttempt(context, request, async () => {
        const callback = await readCallback(context, request, 'status')
        return callback && { ...callback, ...(await recordReport(context, callback.read, callback.event)) }
      })
      if (reported === null) return reply.code(204).send()
      const { attempt, event, result: recorded } = reported
      context.metrics.callbacks.inc({ kind: 'status', result: recorded })
      // Not awaited: the carrier waits for the response for less time than ending a call may take.
      if (recorded === 'unwanted' || recorded === 'to_end')
        endCarrierCall(context, attempt, event.call_sid).catch((error: unknown) =>
          context.log.error({ err: error, attempt_id: attempt._id }, 'ending a call at the carrier failed'),
        )
      return reply.code(204).send()
    })
  })
}
