import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { App } from '../../http/app.ts'
import { parseRelayEnded } from '../../providers/twilio/relay-ended-callback.ts'
import { renderTwiml } from '../../providers/twilio/twiml.ts'
import { isFinal } from '../../providers/twilio/types.ts'
import { hangUp } from '../attempt/answer-instructions.ts'
import { callbackRoutes } from '../attempt/callback-addresses.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { answerAfterSession, answerAfterTransfer } from '../relay/after-session.ts'
import { acceptForms, formRoute, readCallback, readSigned } from './read-callback.ts'
import type { CallbackContext } from './read-callback.ts'
import { transferStatus } from './transfer-status.ts'
import type { RelayWebhookContext } from './twilio-relay.ts'

const turnForm = /^[1-9]\d{0,3}$/
const hangUpDocument = renderTwiml(hangUp, { continueUrl: null })

type RelayEndedContext = CallbackContext & RelayWebhookContext

/** Replies to Twilio when a session with an agent has ended, and when the transfer that followed one has. */
export function twilioRelayEnded(app: App, context: RelayEndedContext): void {
  const routes = callbackRoutes('twilio')
  const reply = (to: FastifyReply, document: string): FastifyReply =>
    to.type('text/xml; charset=utf-8').serializer(String).send(document)
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'relay_ended')
    scope.post(routes.relayEnded, formRoute, async (request, to) =>
      reply(to, await afterSession(context, request)),
    )
    scope.post(routes.relayTransferred, formRoute, async (request, to) =>
      reply(to, await afterTransfer(context, request)),
    )
  })
}

async function afterSession(context: RelayEndedContext, request: FastifyRequest): Promise<string> {
  const read = await readSigned(context, request, 'relay_ended', parseRelayEnded)
  if (read === null) return hangUpDocument
  const { attempt, form } = read
  const { session_id, session_status, error_code, call_status } = form
  const document = await answerAfterSession(context, attempt, {
    session: session_id ?? randomUUID(),
    status: session_status ?? 'failed',
    error_code,
    isCallOver: isFinal(call_status),
    isStopping: context.relaySessions.isStopping,
  })
  context.metrics.callbacks.inc({ kind: 'relay_ended', result: document === null ? 'stopping' : 'recorded' })
  if (document === null)
    throw new Refusal('stopping', 'This process stops; ask again, and another one goes on with the call', {
      'retry-after': '1',
    })
  return document
}

async function afterTransfer(context: RelayEndedContext, request: FastifyRequest): Promise<string> {
  const { turn = '' } = request.params as { turn?: string }
  if (!turnForm.test(turn)) return hangUpDocument
  const callback = await readCallback(context, request, 'instructions')
  if (callback === null) return hangUpDocument
  const { attempt, event, form } = callback
  const recorded = await recordCarrierEvent(context, attempt.organization_id, attempt._id, event)
  context.metrics.callbacks.inc({ kind: 'instructions', result: recorded })
  if (recorded !== 'recorded') return hangUpDocument
  return answerAfterTransfer(context, attempt, Number(turn), transferStatus(form.dial_status ?? 'failed'))
}
