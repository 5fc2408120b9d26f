import type { FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { App } from '../../http/app.ts'
import { verifySignature } from '../../providers/twilio/signature.ts'
import { parseCallback } from '../../providers/twilio/status-callback.ts'
import type { CallbackForm } from '../../providers/twilio/status-callback.ts'
import type { CarrierEvent } from '../carrier-events.ts'
import { openAccount } from '../carrier-account.ts'
import type { DialContext } from '../dial-attempt.ts'
import { selectAttempt } from '../queries.ts'
import type { Attempt } from '../queries.ts'

const formContentType = 'application/x-www-form-urlencoded'
const formBytesMax = 65_536

/** How a route that takes a carrier's forms is declared. */
export const formRoute = { config: { contentType: formContentType }, schema: { hide: true } }

/** Forms as the raw text that their signature was made over; nothing else is taken here. */
export function takeForms(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    formContentType,
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => done(null, body),
  )
}

export interface Callback {
  attempt: Attempt
  event: CarrierEvent
  form: CallbackForm
}

/**
 * The dial that a callback is about, and what it says. Null for a dial that we don't know, or a status that is new to us,
 * which is answered kindly, counted and forgotten: its carrier would only show the operator an error that nobody can mend.
 *
 * @throws {Refusal} 403 where the signature is not that of the dial's own carrier account; it is logged. 400 where a
 *   signed form lacks what every callback has.
 */
export async function readCallback(
  context: DialContext & { log: Log },
  request: FastifyRequest,
  kind: 'status' | 'instructions',
): Promise<Callback | null> {
  const read = await readSigned(context, request, kind, parseCallback)
  if (read === null) return null
  const { attempt, form } = read
  return { attempt, form, event: eventOf(form, kind, context.clock.now()) }
}

type Parsed<Form> = { ok: true; form: Form } | { ok: false; fault: string; isNew?: boolean }

/** The same for any form of the carrier's. */
export async function readSigned<Form extends { account_sid: string }>(
  context: DialContext & { log: Log },
  request: FastifyRequest,
  kind: 'status' | 'instructions' | 'machine_detection',
  parse: (body: string) => Parsed<Form>,
): Promise<{ attempt: Attempt; form: Form } | null> {
  const { organization_id, attempt_id } = request.params as { organization_id: string; attempt_id: string }
  const known = isUuid(organization_id) && isUuid(attempt_id)
  const attempt = known ? await selectAttempt(context.db, organization_id, attempt_id) : null
  if (attempt === null) {
    context.metrics.callbacks.inc({ kind, result: 'unknown_attempt' })
    return null
  }
  const { authToken, accountSid } = await openAccount(context, attempt)
  const body = typeof request.body === 'string' ? request.body : ''
  const signature = request.headers['x-twilio-signature']
  const url = context.publicUrl() + request.url
  const given = typeof signature === 'string' ? signature : undefined
  const parsed = parse(body)
  const isSigned = verifySignature({ authToken, signature: given, url, body })
  if (!isSigned || (parsed.ok && parsed.form.account_sid !== accountSid)) {
    context.metrics.callbacks.inc({ kind, result: 'forged' })
    context.log.warn(
      { request_id: request.id, attempt_id: attempt._id, kind },
      'callback refused: bad signature',
    )
    throw refusals.badSignature()
  }
  if (!parsed.ok && parsed.isNew) {
    // Refusing would show the carrier's customer an error that nobody can mend; the sweep asks where the call stands.
    context.metrics.callbacks.inc({ kind, result: 'unknown_status' })
    context.log.warn(
      { request_id: request.id, attempt_id: attempt._id, kind },
      'callback of an unknown status',
    )
    return null
  }
  if (!parsed.ok) throw refusals.invalidRequest(parsed.fault)
  return { attempt, form: parsed.form }
}

function eventOf(form: CallbackForm, kind: 'status' | 'instructions', now: Date): CarrierEvent {
  return {
    call_sid: form.call_sid,
    call_status: form.status,
    sequence_number: form.sequence ?? -1,
    source: kind === 'status' ? 'status_callback' : 'instructions',
    occurred_at: form.occurred_at?.toISOString() ?? null,
    received_at: now.toISOString(),
    duration_seconds: form.duration_seconds,
    answered_by: form.answered_by,
    sip_response_code: form.sip_response_code,
    error_code: form.error_code,
  }
}
