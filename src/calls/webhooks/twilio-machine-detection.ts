import type { App } from '../../http/app.ts'
import { parseMachineDetection } from '../../providers/twilio/machine-detection-callback.ts'
import { callbackRoutes } from '../attempt/callback-addresses.ts'
import { endCarrierCall } from '../attempt/end-carrier-call.ts'
import { recordReport } from '../attempt/record-report.ts'
import { acceptForms, formRoute, inTurnOfAttempt, readSigned } from './read-callback.ts'
import type { CallbackContext } from './read-callback.ts'

/**
 * Receives the result of Twilio's asynchronous machine detection. If a machine answered, the call is ended; its outcome
 * is `voicemail`, which the campaign may retry.
 */
export function twilioMachineDetection(app: App, context: CallbackContext): void {
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'machine_detection')
    scope.post(callbackRoutes('twilio').machineDetection, formRoute, async (request, reply) => {
      const reported = await inTurnOfAttempt(context, request, async () => {
        const read = await readSigned(context, request, 'machine_detection', parseMachineDetection)
        if (read === null) return null
        const recorded = await recordReport(context, read.read, {
          call_sid: read.form.call_sid,
          call_status: 'in-progress',
          sequence_number: -1,
          source: 'machine_detection',
          occurred_at: null,
          received_at: context.clock.now().toISOString(),
          duration_seconds: null,
          answered_by: read.form.answered_by,
          sip_response_code: null,
          error_code: null,
        })
        return { ...read, ...recorded }
      })
      if (reported === null) return reply.code(204).send()
      const { attempt, form, result: recorded } = reported
      context.metrics.callbacks.inc({ kind: 'machine_detection', result: recorded })
      if (recorded === 'unwanted' || recorded === 'to_end')
        endCarrierCall(context, attempt, form.call_sid).catch((error: unknown) =>
          context.log.error({ err: error, attempt_id: attempt._id }, 'ending a call at the carrier failed'),
        )
      return reply.code(204).send()
    })
  })
}
