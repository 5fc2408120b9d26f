import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import type { RunInOrder } from '../../base/run-in-order.ts'
import type { SealedAccount } from '../../campaigns/queries.ts'
import type { App } from '../../http/app.ts'
import { keepBodiesAsStreams } from '../../http/unproved-bodies.ts'
import type { UnprovedBodies } from '../../http/unproved-bodies.ts'
import { isSignatureForm, verifySignature } from '../../providers/twilio/signature.ts'
import { parseCallback } from '../../providers/twilio/status-callback.ts'
import type { CallbackForm } from '../../providers/twilio/status-callback.ts'
import { unsealAccount } from '../attempt/carrier-account.ts'
import type { CarrierEvent } from '../attempt/carrier-events.ts'
import { selectReadAttempt } from '../attempt/report-queries.ts'
import type { ReadAttempt } from '../attempt/report-queries.ts'
import type { DialContext } from '../call-context.ts'
import { selectIsOthersSid } from '../queries.ts'
import type { Attempt } from '../queries.ts'

const formContentType = 'application/x-www-form-urlencoded'
const formBytesMax = 65_536

export interface CallbackContext extends DialContext {
  bodies: UnprovedBodies
  /**
   * Has the reports about an attempt recorded one after the other in this process. The carrier sends some at the same
   * moment, as when somebody answers, and one that was read before another is recorded has to be recorded by the long
   * way (`recordReport`).
   */
  runReportInOrder: RunInOrder
}

export type CallbackKind =
  | 'status'
  | 'instructions'
  | 'machine_detection'
  | 'relay_ended'
  | 'inbound'
  | 'inbound_status'

/** The options of a route that receives a carrier's forms. */
export const formRoute = { config: { contentType: formContentType }, schema: { hide: true } }

/**
 * Lets the scope accept forms only, as raw text, because the signature covers that; `readSigned` reads it. Refuses a
 * request whose header can not be a signature before its body is read.
 */
export function acceptForms(scope: App, context: CallbackContext, kind: CallbackKind): void {
  keepBodiesAsStreams(scope, formContentType)
  scope.addHook('onRequest', async (request) => {
    if (!isSignatureForm(signatureOf(request))) throw countForged(context, request, kind)
  })
}

/** Returns the carrier's signature of a request; undefined where it has none. */
export function signatureOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const signature = headers['x-twilio-signature']
  return typeof signature === 'string' ? signature : undefined
}

/** Runs the work after the earlier reports about the attempt in the address. */
export function inTurnOfAttempt<T>(
  context: CallbackContext,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const { attempt_id } = request.params as { attempt_id: string }
  return context.runReportInOrder(attempt_id, work)
}

export interface Callback {
  attempt: Attempt
  /** The attempt with its call and what was reported before. */
  read: ReadAttempt
  event: CarrierEvent
  form: CallbackForm
}

/**
 * Reads a callback: its attempt and its event. Returns null for an unknown attempt or an unknown status. These are
 * counted and get a normal response, because an error would only alarm the carrier's customer, who can not fix it.
 *
 * @throws {Refusal} 403 if the signature is not by the attempt's own carrier account; that is logged. 400 if a signed
 *   form lacks a required field, or has the SID of another attempt.
 */
export async function readCallback(
  context: CallbackContext,
  request: FastifyRequest,
  kind: 'status' | 'instructions',
): Promise<Callback | null> {
  const read = await readSigned(context, request, kind, parseCallback)
  if (read === null) return null
  const { form } = read
  return { ...read, event: eventOf(form, kind, context.clock.now()) }
}

export type Parsed<Form> = { ok: true; form: Form } | { ok: false; fault: string; isUnknownStatus?: boolean }

/** Reads any signed form of the carrier, in the same way. */
export async function readSigned<Form extends { account_sid: string; call_sid: string }>(
  context: CallbackContext,
  request: FastifyRequest,
  kind: CallbackKind,
  parse: (body: string) => Parsed<Form>,
): Promise<{ attempt: Attempt; read: ReadAttempt; form: Form } | null> {
  const { organization_id, attempt_id } = request.params as { organization_id: string; attempt_id: string }
  const known = isUuid(organization_id) && isUuid(attempt_id)
  const found = known ? await selectReadAttempt(context.db, organization_id, attempt_id) : null
  if (found === null) {
    context.metrics.callbacks.inc({ kind, result: 'unknown_attempt' })
    return null
  }
  const { attempt, account } = found
  const parsed = await readSignedBy(context, request, kind, account, parse)
  if (!parsed.ok && parsed.isUnknownStatus) {
    // An error would alarm the carrier's customer, who can not fix it. A poll reads the call's state later.
    context.metrics.callbacks.inc({ kind, result: 'unknown_status' })
    context.log.warn(
      { request_id: request.id, attempt_id: attempt._id, kind },
      'callback with an unknown status',
    )
    return null
  }
  if (!parsed.ok) throw refusals.invalidRequest(parsed.fault)
  const { form } = parsed
  // Recording it would mix up two attempts: the other's call would be ended as a second one of this attempt.
  if (
    form.call_sid !== attempt.carrier_call_sid &&
    (await selectIsOthersSid(context.db, attempt, form.call_sid))
  )
    throw refusals.invalidRequest('CallSid is that of another attempt')
  return { attempt, read: found, form }
}

/**
 * Reads a form that a carrier account has signed.
 *
 * @throws {Refusal} 403 for any other form; that is counted and logged.
 */
export async function readSignedBy<Form extends { account_sid: string }>(
  context: CallbackContext,
  request: FastifyRequest,
  kind: CallbackKind,
  account: SealedAccount,
  parse: (body: string) => Parsed<Form>,
): Promise<Parsed<Form>> {
  const parsed = await context.bodies.use(request.raw, formBytesMax, async (bytes) =>
    parseSigned(context, request, account, bytes.toString(), parse),
  )
  if (parsed === null || (parsed.ok && parsed.form.account_sid !== parsed.accountSid))
    throw countForged(context, request, kind)
  return parsed
}

/** Reads a form that the account has signed; returns null for any other. */
function parseSigned<Form>(
  context: CallbackContext,
  request: FastifyRequest,
  account: SealedAccount,
  body: string,
  parse: (body: string) => Parsed<Form>,
): (Parsed<Form> & { accountSid: string }) | null {
  const { authToken, accountSid } = unsealAccount(context.secretBox, account)
  const url = context.publicUrl() + request.url
  if (!verifySignature({ authToken, signature: signatureOf(request), url, body })) return null
  return { ...parse(body), accountSid }
}

/** Counts and logs a callback with a wrong signature; returns the refusal. */
function countForged(context: CallbackContext, request: FastifyRequest, kind: CallbackKind): Refusal {
  const { attempt_id = '' } = request.params as { attempt_id?: string }
  context.metrics.callbacks.inc({ kind, result: 'forged' })
  const about = { request_id: request.id, ...(isUuid(attempt_id) && { attempt_id }), kind }
  context.log.warn(about, 'callback refused: bad signature')
  return refusals.badSignature()
}

/** Returns a callback as the event that it reports. */
export function eventOf(form: CallbackForm, kind: 'status' | 'instructions', now: Date): CarrierEvent {
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
