import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../base/ids.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import { selectCalledNumber } from '../../campaigns/inbound-queries.ts'
import { findCarrierAccount } from '../../campaigns/queries.ts'
import type { App } from '../../http/app.ts'
import { parseInboundCall } from '../../providers/twilio/inbound-call.ts'
import { parseCallback } from '../../providers/twilio/status-callback.ts'
import { renderReject, renderTwiml } from '../../providers/twilio/twiml.ts'
import { answerInstructions, hangUp } from '../attempt/answer-instructions.ts'
import { isOver } from '../attempt/end-attempt.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { selectInboundCall } from '../inbound/inbound-queries.ts'
import { numberRoutes } from '../inbound/number-addresses.ts'
import { receiveCall } from '../inbound/receive-call.ts'
import { acceptForms, eventOf, formRoute, readSignedBy } from './read-callback.ts'
import type { CallbackContext, CallbackKind, Parsed } from './read-callback.ts'

const hangUpDocument = renderTwiml(hangUp, { continueUrl: null })
const rejectDocument = renderReject()

/**
 * Replies to Twilio's question what to do with a call to a number of an account, and takes its report of the call's
 * end. Only forms that the account has signed are read. All that follows in an answered call goes by the addresses of
 * its attempt.
 */
export function twilioInbound(app: App, context: CallbackContext): void {
  const routes = numberRoutes('twilio')
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'inbound')
    scope.post(routes.voice, formRoute, async (request, reply) =>
      reply
        .type('text/xml; charset=utf-8')
        .serializer(String)
        .send(await answerCall(context, request)),
    )
  })
  app.register(async (scope: App) => {
    acceptForms(scope, context, 'inbound_status')
    scope.post(routes.status, formRoute, async (request, reply) => {
      await recordStatus(context, request)
      return reply.code(204).send()
    })
  })
}

/**
 * Returns the document for a call: the first instructions of its campaign, a message, or a rejection, which costs
 * nothing.
 */
async function answerCall(context: CallbackContext, request: FastifyRequest): Promise<string> {
  const count = (result: string) => context.metrics.callbacks.inc({ kind: 'inbound', result })
  const read = await readOfAccount(context, request, 'inbound', parseInboundCall)
  if (read === null) return rejectDocument
  const { organization_id, voice_carrier_id, form } = read
  const to = normalizePhoneNumber(form.to, null)
  const number = to && (await selectCalledNumber(context.db, organization_id, voice_carrier_id, to))
  const received =
    number && (await receiveCall(context, number, { call_sid: form.call_sid, from: form.from }))
  if (!received) {
    count('unanswered')
    context.log.warn(
      { request_id: request.id, organization_id, voice_carrier_id },
      'a call was rejected: the number is no caller ID of the account with an inbound campaign',
    )
    return rejectDocument
  }
  const { attempt, reply, isKnown } = received
  count(isKnown ? 'repeated' : reply === null ? 'connected' : 'turned_away')
  if (reply !== null) return reply
  // The call may have ended since, or have been canceled.
  if (isOver(attempt)) return hangUpDocument
  return answerInstructions(context, attempt, 0, { kind: 'silence' })
}

async function recordStatus(context: CallbackContext, request: FastifyRequest): Promise<void> {
  const read = await readOfAccount(context, request, 'inbound_status', parseCallback)
  if (read === null) return
  const { organization_id, voice_carrier_id, form } = read
  const known = await selectInboundCall(context.db, {
    organization_id,
    voice_carrier_id,
    call_sid: form.call_sid,
  })
  const result =
    known === null
      ? 'unknown_attempt'
      : await recordCarrierEvent(
          context,
          organization_id,
          known.attempt._id,
          eventOf(form, 'status', context.clock.now()),
        )
  context.metrics.callbacks.inc({ kind: 'inbound_status', result })
}

/**
 * Reads a form about a call to a number of an account. Returns null for an account that is not known, and for a call
 * whose status is not; both are counted.
 *
 * @throws {Refusal} 403 if the account has not signed it. 400 if a signed form lacks a required field.
 */
async function readOfAccount<Form extends { account_sid: string; call_sid: string }>(
  context: CallbackContext,
  request: FastifyRequest,
  kind: CallbackKind,
  parse: (body: string) => Parsed<Form>,
): Promise<{ organization_id: string; voice_carrier_id: string; form: Form } | null> {
  const { organization_id, voice_carrier_id } = request.params as {
    organization_id: string
    voice_carrier_id: string
  }
  const account =
    isUuid(organization_id) && isUuid(voice_carrier_id)
      ? await findCarrierAccount(context.db, organization_id, voice_carrier_id)
      : null
  if (account === null) {
    context.metrics.callbacks.inc({ kind, result: 'unknown_account' })
    return null
  }
  const parsed = await readSignedBy(context, request, kind, account, parse)
  if (parsed.ok) return { organization_id, voice_carrier_id, form: parsed.form }
  if (!parsed.isUnknownStatus) throw refusals.invalidRequest(parsed.fault)
  context.metrics.callbacks.inc({ kind, result: 'unknown_status' })
  return null
}
