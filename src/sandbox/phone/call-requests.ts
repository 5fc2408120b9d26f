import { formText } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import type { Exchange } from './exchange.ts'
import type { Address, Leg } from './leg.ts'
import type { CallbackPurpose } from './log.ts'
import type { OutgoingResult } from './outgoing-requests.ts'

/** The API version of every call of this network. */
export const apiVersion = '2010-04-01'

/** Returns the fields of every request about a call. Provider: request parameters of TwiML voice requests. */
export function callFields(leg: Leg): FormFields {
  const { accountSid, from, to, direction, parentCallSid } = leg.order
  const fields: [string, string][] = [
    ['CallSid', leg.sid],
    ['AccountSid', accountSid],
    ['From', from],
    ['To', to],
    ['Caller', from],
    ['Called', to],
    ['CallStatus', leg.status],
    ['ApiVersion', apiVersion],
    ['Direction', direction],
    ...placeFields('From', from),
    ...placeFields('To', to),
  ]
  if (parentCallSid !== null) fields.push(['ParentCallSid', parentCallSid])
  if (leg.answeredBy !== null) fields.push(['AnsweredBy', leg.answeredBy])
  return fields
}

/** Returns the place of a number. Most fields are empty, as real ones often are; the signature includes them. */
function placeFields(prefix: 'From' | 'To', number: string): [string, string][] {
  return [
    [`${prefix}Country`, number.startsWith('+1') ? 'US' : ''],
    [`${prefix}State`, ''],
    [`${prefix}City`, ''],
    [`${prefix}Zip`, ''],
  ]
}

/** Sends a request about a call and records it on the leg. Never rejects. */
export async function requestForCall(
  exchange: Exchange,
  leg: Leg,
  request: { purpose: CallbackPurpose; address: Address; fields: FormFields; forged: boolean },
): Promise<OutgoingResult> {
  const { purpose, fields, forged } = request
  const { url, method } = request.address
  const token = exchange.tokenOf(leg.order.accountSid)
  const at = exchange.clock.now()
  const result = await exchange.outgoing.send({
    call_sid: leg.sid,
    purpose,
    method,
    url,
    fields,
    token,
    forged,
  })
  const answered = result.kind === 'answered'
  leg.rememberRequest({
    method,
    url,
    form: formText(fields),
    at,
    status: answered ? result.status : null,
    contentType: answered ? result.contentType : null,
    body: answered ? result.body.toString('utf8') : '',
    durationMs: result.durationMs,
  })
  return result
}
