import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/app.ts'
import type { CallbackForm } from '../../providers/twilio/status-callback.ts'
import { renderTwiml } from '../../providers/twilio/twiml.ts'
import type { WorkflowInput } from '../../workflows/workflow-turn.ts'
import { answerInstructions, hangUp, speakScript } from '../attempt/answer-instructions.ts'
import { callbackRoutes } from '../attempt/callback-addresses.ts'
import { recordReport } from '../attempt/record-report.ts'
import { acceptForms, formRoute, inTurnOfAttempt, readCallback } from './read-callback.ts'
import type { CallbackContext } from './read-callback.ts'
import { transferStatus } from './transfer-status.ts'

const turnForm = /^\d{1,4}$/
const hangUpDocument = renderTwiml(hangUp, { continueUrl: null })
const routes = callbackRoutes('twilio')

/** Replies to Twilio's requests for instructions: when a call is answered, and after each input or transfer. */
export function twilioInstructions(app: App, context: CallbackContext): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { turn = '0' } = request.params as { turn?: string }
    const document = turnForm.test(turn) ? await nextDocument(context, request, Number(turn)) : hangUpDocument
    return reply.type('text/xml; charset=utf-8').serializer(String).send(document)
  }
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'instructions')
    scope.post(routes.instructions, formRoute, answer)
    scope.post(routes.turn, formRoute, answer)
  })
}

async function nextDocument(
  context: CallbackContext,
  request: FastifyRequest,
  turn: number,
): Promise<string> {
  const reported = await inTurnOfAttempt(context, request, async () => {
    const callback = await readCallback(context, request, 'instructions')
    if (callback === null) return null
    const { read, event } = callback
    const spoken = speakScript(context.voiceProvider.renderInstructions, read)
    return { ...callback, spoken, ...(await recordReport(context, read, event, spoken?.transcript)) }
  })
  if (reported === null) return hangUpDocument
  const { attempt, form, spoken, result, hasLines } = reported
  context.metrics.callbacks.inc({ kind: 'instructions', result })
  // The call should not go on. Instructions to hang up end it faster than a request to the carrier.
  if (result !== 'recorded') return hangUpDocument
  if (spoken !== null && hasLines) return spoken.document
  return answerInstructions(context, attempt, turn, inputOf(form))
}

function inputOf(form: CallbackForm): WorkflowInput {
  if (form.dial_status !== null) return { kind: 'transfer_ended', status: transferStatus(form.dial_status) }
  if (form.digits !== null) return { kind: 'keys', digits: form.digits }
  if (form.speech !== null) return { kind: 'speech', text: form.speech, confidence: form.confidence }
  return { kind: 'silence' }
}
